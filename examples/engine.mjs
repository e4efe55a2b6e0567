// The same in JavaScript (node engine.mjs): an engine that plays the last of the legal moves.
import { createInterface } from "node:readline";

const say = (...lines) => process.stdout.write(lines.join("\n") + "\n");
let legal = [];

for await (const line of createInterface({ input: process.stdin })) {
  const [word] = line.split(" ", 1);
  const rest = line.slice(word.length + 1);
  if (word === "hello") say("name last move", "wants legal", "ready");
  else if (word === "game") say("ready");
  else if (word === "legal") legal = JSON.parse(rest);
  else if (word === "go") say(`move ${legal.at(-1)}`);
  else if (word === "quit") process.exit();
}
