import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin, type PluginOption } from "vite";

/** The server renders the public pages with this module (server/src/platform/http/web-app/prerendered-pages.ts). */
const FILE = "prerender.mjs";

/**
 * Adds a module to the build that renders the public pages for the server's settings, so that visitors can read them
 * before scripts arrive. `plugins` are those the code itself needs. Fails the build if a page cannot be rendered or
 * shows a file that is not in the build.
 */
export function prerenderModule(entry: string, plugins: () => PluginOption[]): Plugin {
  let root = "";
  return {
    name: "prerender-module",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const { source, pages } = await buildModule(root, entry, plugins());
        for (const [, file = ""] of pages.join("").matchAll(/"\/(assets\/[^"#]+)/g)) {
          if (!(file in bundle))
            throw new Error(`A prerendered page shows ${file}, which is not in the build.`);
        }
        this.emitFile({
          type: "asset",
          fileName: FILE,
          source,
        });
      },
    },
  };
}

async function buildModule(root: string, entry: string, plugins: PluginOption[]) {
  // Inside the project, so that package imports resolve.
  const modules = join(root, "node_modules");
  await mkdir(modules, { recursive: true });
  const outDir = await mkdtemp(join(modules, ".prerender-"));
  try {
    await build({
      root,
      configFile: false,
      logLevel: "warn",
      plugins,
      define: { "process.env.NODE_ENV": '"production"' },
      resolve: { alias: { "use-sync-external-store/shim": "react" } },
      ssr: { noExternal: true },
      build: {
        ssr: entry,
        outDir,
        assetsInlineLimit: 0,
        minify: true,
        // One file: the server gets a fresh instance of all modules for other settings.
        rolldownOptions: {
          output: {
            entryFileNames: FILE,
            codeSplitting: false,
          },
        },
      },
    });
    const file = join(outDir, FILE);
    return {
      source: await readFile(file, "utf8"),
      pages: await renderAll(await import(pathToFileURL(file).href)),
    };
  } finally {
    await rm(outDir, { recursive: true });
  }
}

interface PrerenderModule {
  readonly prerenderedPaths: readonly string[];
  readonly prerender: (path: string, options: object) => Promise<{ readonly markup: string }>;
}

/** Renders every page with the default settings. */
async function renderAll(module: unknown): Promise<string[]> {
  if (!isPrerenderModule(module))
    throw new Error("The module does not export prerender and prerenderedPaths.");
  const options = {
    community: {},
    language: "en",
    legalTexts: [],
  };
  const pages = [];
  for (const path of module.prerenderedPaths)
    pages.push((await module.prerender(path, options)).markup);
  return pages;
}

const isPrerenderModule = (module: unknown): module is PrerenderModule =>
  typeof module === "object" &&
  module !== null &&
  "prerender" in module &&
  "prerenderedPaths" in module;
