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

/**
 * Parts of libraries that the product never calls, by what is imported of them: schedules of the job queue, and schemas
 * of Fastify, which the contract replaces.
 */
const UNUSED_EXPORTS: Readonly<Record<string, readonly string[]>> = {
  "cron-parser": ["CronExpressionParser"],
  "rrule-temporal": ["RRuleTemporal"],
  "@fastify/ajv-compiler": [],
  "@fastify/fast-json-stringify-compiler": [],
};
const UNUSED_ID = "\0unused:";

/** Leaves those out: V8 keeps the source and the objects of what is loaded. */
const withoutUnused: Plugin = {
  name: "without-unused",
  enforce: "pre",
  resolveId: (id) => (id in UNUSED_EXPORTS ? UNUSED_ID + id : null),
  load(id) {
    if (!id.startsWith(UNUSED_ID)) return null;
    const names = UNUSED_EXPORTS[id.slice(UNUSED_ID.length)] ?? [];
    return names.map((name) => `export const ${name} = undefined;\n`).join("") || "export {};";
  },
};

/** Source that a server loads before anything is asked of it; V8 keeps about three times as much (decision 83). */
const MAX_START_BYTES = 5_600_000;

/** Code that few servers run belongs behind an `import()`. */
const limitedStart: Plugin = {
  name: "limited-start",
  generateBundle(_, files) {
    const start = Object.values(files).find((file) => file.fileName.startsWith("start-app-"));
    const loaded = new Set([start?.fileName ?? ""]);
    let bytes = 0;
    for (const name of loaded) {
      const file = files[name];
      if (file?.type !== "chunk") continue;
      bytes += file.code.length;
      for (const other of file.imports) loaded.add(other);
    }
    if (bytes > MAX_START_BYTES)
      this.error(`A start loads ${bytes} bytes of source, more than ${MAX_START_BYTES}.`);
  },
};

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
  plugins: [besideTheSource, withoutUnused, onlyAscii, limitedStart],
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
