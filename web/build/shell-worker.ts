import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

/** Only the map needs them, and they are larger than everything else together. */
const NOT_CACHED = /\/(?:MapView|maplibre-gl-worker)-/;
const CACHED = /^assets\/.*\.(?:m?js|css|woff2)$/;
/** Files without a content hash in their name. */
const UNHASHED_FILES = ["/favicon.svg", "/icons/icon-192.png"];

/** Writes the service worker of the offline app shell, with the file names of this build. */
export function shellWorker(template: string): Plugin {
  return {
    name: "shell-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const built = Object.values(bundle);
        const entry = built.find((file) => file.type === "chunk" && file.isEntry)?.fileName;
        if (entry === undefined) throw new Error("The build has no entry.");
        const names = built.map(({ fileName }) => fileName).filter((name) => CACHED.test(name));
        const files = [
          ...names
            .map((name) => `/${name}`)
            .filter((name) => !NOT_CACHED.test(name))
            .toSorted(),
          ...UNHASHED_FILES,
        ];
        const version = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 12);
        const shellConfig = JSON.stringify({
          version,
          entry,
          files,
        });
        const source = (await readFile(template, "utf8")).replace("__SHELL__", () => shellConfig);
        this.emitFile({
          type: "asset",
          fileName: "shell-worker.js",
          source,
        });
      },
    },
  };
}
