import { relative } from "node:path";
import { defineConfig, type Plugin } from "vite";

const here = import.meta.dirname;
const DIST = `${here}/dist`;

/**
 * Not bundled: modules that contain native code, read files of their own, depend on the order in which theirs are loaded,
 * or are only used by few servers.
 */
const AS_THEY_ARE = [
  "@fastify/static",
  "@node-rs/argon2",
  "@resvg/resvg-js",
  "@simplewebauthn/server",
  "@photostructure/tz-lookup",
  "age-encryption",
  "altcha-lib",
  "ioredis",
  "nodemailer",
  "pg",
  "pg-copy-streams",
  "pino",
  "sharp",
  "socket.io",
  "web-push",
];

/** Non-code files next to a source (styles, data) are read from their original place: only code moves. */
const besideTheSource: Plugin = {
  name: "beside-the-source",
  enforce: "pre",
  transform(code, id) {
    if (!id.startsWith(`${here}/src/`) || !code.includes("import.meta.url")) return null;
    const source = JSON.stringify(relative(DIST, id));
    return {
      code: code.replaceAll("import.meta.url", `new URL(${source}, import.meta.url).href`),
      map: null,
    };
  },
};

/** V8 keeps the source of a file, in two bytes a character if a single one is not ASCII. */
const onlyAscii: Plugin = {
  name: "only-ascii",
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk") continue;
      const at = file.code.search(/\P{ASCII}/u);
      if (at < 0) continue;
      const found = file.code.slice(Math.max(0, at - 60), at + 20);
      // Rolldown escapes all others.
      this.error(`A tagged template may only contain ASCII; use a constant in it: ${found}`);
    }
  },
};

/** The server as `npm start` runs it: the same code in a few files (docs/decisions/0030-startup-time.md). */
export default defineConfig({
  root: here,
  plugins: [besideTheSource, onlyAscii],
  build: {
    ssr: true,
    outDir: DIST,
    emptyOutDir: true,
    target: "node24",
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(
        ["main", "main-cluster", "main-demo", "main-places", "main-process"].map((name) => [
          name,
          `${here}/src/${name === "main" || name === "main-demo" ? "" : "bootstrap/"}${name}.ts`,
        ]),
      ),
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
        charset: "ascii",
        comments: false,
      },
    },
  },
  ssr: { noExternal: true, external: AS_THEY_ARE },
});
