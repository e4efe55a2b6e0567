// What an installed client needs besides its pages: the signs, and a service worker that knows the files of this build.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { png, svg } from "./icon.js";

const WORKER = new URL("./sw.js", import.meta.url);

/** Vite writes these beside the built pages. */
export function shell() {
  return {
    name: "shell",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css)$/.test(file));
        const addresses = files.sort().map((file) => `/${file}`);
        const version = createHash("sha256").update(addresses.join()).digest("hex").slice(0, 12);
        const worker = readFileSync(WORKER, "utf8")
          .replace('"BUILT"', JSON.stringify(addresses))
          .replace('"VERSION"', JSON.stringify(version));
        this.emitFile({ type: "asset", fileName: "sw.js", source: worker });
        this.emitFile({ type: "asset", fileName: "icon.svg", source: svg() });
        for (const size of [192, 512]) this.emitFile({ type: "asset", fileName: `icon-${size}.png`, source: png(size) });
      },
    },
  };
}
