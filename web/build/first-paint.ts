import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin, type PluginOption } from "vite";

/** The server inserts the content of this file into the page at `/`. */
const FILE = "first-paint.html";

/**
 * Renders what `entry`'s `firstPaint()` returns and adds it to the build, so that the page shows content before its
 * scripts arrive. `plugins` are those the code itself needs. Fails the build if an image is missing.
 */
export function firstPaint(entry: string, plugins: () => PluginOption[]): Plugin {
  let root = "";
  return {
    name: "first-paint",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        // The page's content security policy forbids style attributes; elements with one are shown once the scripts
        // have loaded.
        const source = (await draw(root, entry, plugins())).replaceAll(/ style="[^"]*"/g, ' data-later=""');
        for (const [, file = ""] of source.matchAll(/"\/(assets\/[^"#]+)/g)) {
          if (!(file in bundle)) throw new Error(`The first paint shows ${file}, which is not in the build.`);
        }
        this.emitFile({ type: "asset", fileName: FILE, source });
      },
    },
  };
}

async function draw(root: string, entry: string, plugins: PluginOption[]): Promise<string> {
  // Inside the project, so that package imports resolve.
  const modules = join(root, "node_modules");
  await mkdir(modules, { recursive: true });
  const outDir = await mkdtemp(join(modules, ".first-paint-"));
  try {
    await build({
      root,
      configFile: false,
      logLevel: "warn",
      plugins,
      build: { ssr: entry, outDir, assetsInlineLimit: 0, rolldownOptions: { output: { entryFileNames: "draw.js" } } },
    });
    const module: unknown = await import(pathToFileURL(join(outDir, "draw.js")).href);
    return renderFirstPaint(module);
  } finally {
    await rm(outDir, { recursive: true });
  }
}

function renderFirstPaint(module: unknown): string {
  if (typeof module !== "object" || module === null || !("firstPaint" in module))
    throw new Error("The module has no firstPaint function.");
  const { firstPaint } = module;
  if (typeof firstPaint !== "function") throw new Error("The module has no firstPaint function.");
  return String(firstPaint());
}
