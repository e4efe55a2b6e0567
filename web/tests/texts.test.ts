// Texts come from several places at their own pace: whatever arrives first, in the end all are there.
import { afterEach, describe, expect, it, vi } from "vitest";

async function freshTexts(server: Promise<unknown>) {
  vi.resetModules();
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("fetch", async () => ({ ok: true, status: 200, json: () => server }));
  return (await import("../src/lib/i18n.svelte")).texts;
}

const files = { "./texts/en.json": async () => ({ letter: "a letter" }) };

describe("the words of a game", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("are there when they come after everything else", async () => {
    const texts = await freshTexts(Promise.resolve({}));
    await texts.load();
    await texts.bring("game", files);
    expect(texts.t("game.letter")).toBe("a letter");
  });

  it("are there when they come while the language is still on its way", async () => {
    let answer: (texts: object) => void = () => undefined;
    const texts = await freshTexts(new Promise((resolve) => (answer = resolve)));
    const loaded = texts.load();
    const brought = texts.bring("game", files);
    answer({});
    await Promise.all([loaded, brought]);
    expect(texts.t("game.letter")).toBe("a letter");
  });

  it("are waited for by everybody who asks for them", async () => {
    const texts = await freshTexts(Promise.resolve({}));
    await texts.load();
    void texts.bring("game", files);
    await texts.bring("game", files);
    expect(texts.t("game.letter")).toBe("a letter");
  });
});
