import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin, type PluginOption } from "vite";

/** The server puts this file's text into the page of `/`. */
const FILE = "first-paint.html";

/**
 * Draws what `entry`'s `firstPaint()` returns and adds it to the build, so that a page can show something before its
 * scripts are there. `plugins` are those that the code itself needs. A picture that the build does not have ends it.
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
        // The policy on the page allows no styles in markup; what needs one is shown when the scripts are there.
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
  // Inside the project, so that what it imports by name is found.
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
    const drawn: unknown = await import(pathToFileURL(join(outDir, "draw.js")).href);
    return textOf(drawn);
  } finally {
    await rm(outDir, { recursive: true });
  }
}

function textOf(module: unknown): string {
  if (typeof module !== "object" || module === null || !("firstPaint" in module)) throw new Error("Nothing to draw.");
  const { firstPaint } = module;
  if (typeof firstPaint !== "function") throw new Error("Nothing to draw.");
  return String(firstPaint());
}
