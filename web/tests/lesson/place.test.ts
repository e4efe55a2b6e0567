// The coach's words stand where they cover nothing that matters.
import { describe, expect, it } from "vitest";
import { covered, placeFor } from "../../src/app/lesson/place";

const size = { width: 300, height: 150 };
const room = { width: 1280, height: 800, top: 56 };

describe("the coach's words", () => {
  it("stand near what they speak of, and not over it", () => {
    const village = { x: 900, y: 150, width: 300, height: 380 };
    const spot = placeFor(size, room, [village]);
    expect(covered({ ...spot, ...size }, [village])).toBe(0);
    expect(Math.abs(spot.x + 300 - 900) < 60 || Math.abs(spot.y - 530) < 60).toBe(true);
  });

  it("leave hand and button free on a phone", () => {
    const phone = { width: 360, height: 740, top: 52 };
    const hand = { x: 0, y: 520, width: 360, height: 140 };
    const button = { x: 10, y: 670, width: 340, height: 60 };
    const village = { x: 10, y: 60, width: 160, height: 200 };
    const wide = { width: 344, height: 190 };
    const spot = placeFor(wide, phone, [village, hand, button]);
    expect(covered({ ...spot, ...wide }, [village, hand, button])).toBe(0);
  });

  it("stay on the screen, even where there is no room", () => {
    const spot = placeFor({ width: 400, height: 900 }, room, []);
    expect(spot.y).toBe(56);
    expect(spot.x).toBeGreaterThanOrEqual(8);
  });
});
