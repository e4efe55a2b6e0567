// The sign of the house, drawn once: a table with a piece of each game. Written as SVG, and as PNG for those who need
// pixels. A shape is a polygon, or a disc when it has a radius.
import { deflateSync } from "node:zlib";

const SIDE = 64;
const GROUND = "#f6f1e7";
const SHAPES = [
  { fill: "#4a5a3c", points: [[9, 34], [55, 34], [55, 41], [9, 41]] },
  { fill: "#4a5a3c", points: [[14, 41], [20, 41], [18, 56], [13, 56]] },
  { fill: "#4a5a3c", points: [[44, 41], [50, 41], [51, 56], [46, 56]] },
  { fill: "#1b5e8c", centre: [18, 26], radius: 7 },
  { fill: "#85560b", points: [[32, 14], [40, 33], [24, 33]] },
  { fill: "#c2570c", points: [[46, 18], [53, 22], [53, 29], [46, 33], [39, 29], [39, 22]] },
];
/** So many samples a pixel, each way, for smooth edges. */
const FINE = 4;

export function svg() {
  const drawn = SHAPES.map(({ fill, points, centre, radius }) =>
    points
      ? `<path d="M${points.map((point) => point.join(" ")).join("L")}z" fill="${fill}"/>`
      : `<circle cx="${centre[0]}" cy="${centre[1]}" r="${radius}" fill="${fill}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><rect width="${SIDE}" height="${SIDE}" rx="14" fill="${GROUND}"/>${drawn.join("")}</svg>\n`;
}

function isInside({ points, centre, radius }, x, y) {
  if (!points) return (x - centre[0]) ** 2 + (y - centre[1]) ** 2 <= radius ** 2;
  let inside = false;
  for (let here = 0, last = points.length - 1; here < points.length; last = here++) {
    const [x1, y1] = points[here];
    const [x2, y2] = points[last];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

const rgb = (colour) => [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));

/** Filled to the edges: the device cuts its own shape out of it. */
export function png(size) {
  const shapes = SHAPES.map((shape) => ({ ...shape, colour: rgb(shape.fill) })).reverse();
  const ground = rgb(GROUND);
  const lines = Buffer.alloc(size * (size * 3 + 1));
  const step = SIDE / size / FINE;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const sum = [0, 0, 0];
      for (let sample = 0; sample < FINE * FINE; sample++) {
        const x = (column * FINE + (sample % FINE) + 0.5) * step;
        const y = (row * FINE + Math.floor(sample / FINE) + 0.5) * step;
        const colour = shapes.find((shape) => isInside(shape, x, y))?.colour ?? ground;
        for (let part = 0; part < 3; part++) sum[part] += colour[part];
      }
      const at = row * (size * 3 + 1) + 1 + column * 3;
      for (let part = 0; part < 3; part++) lines[at + part] = Math.round(sum[part] / FINE ** 2);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(lines, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(checksum(body), body.length + 4);
  return whole;
}

function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
