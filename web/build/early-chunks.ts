import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

/** What a path shows: the ends of its source files' names, and the most its scripts may weigh in all, in kB after gzip. */
interface Page {
  screens: readonly string[];
  /** What the page fills itself with once it stands; not part of its weight. */
  fillings?: readonly string[];
  budgetKb: number;
}

/**
 * Makes the browser fetch a page's own chunks at the same time as the app's entry, instead of after it has run: a small
 * script, chosen by the path, that adds `modulepreload` links. A screen that is not a chunk of its own, or a page over its
 * budget, ends the build.
 */
export function earlyChunks(pages: Record<string, Page>): Plugin {
  let script: { fileName: string; source: string } | undefined;
  return {
    name: "early-chunks",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const source = sourceFor(pages, new Chunks(Object.values(bundle ?? {})));
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        script = { fileName: `assets/early-${hash}.js`, source };
        const attrs = { type: "module", async: true, src: `/${script.fileName}` };
        return [{ tag: "script", attrs, injectTo: "head-prepend" }];
      },
    },
    generateBundle: {
      order: "post",
      handler() {
        if (script) this.emitFile({ type: "asset", ...script });
      },
    },
  };
}

function sourceFor(pages: Record<string, Page>, chunks: Chunks): string {
  const always = chunks.reachedFrom(chunks.entries());
  const needed = (names: readonly string[]) =>
    [...chunks.reachedFrom(names.map((name) => chunks.of(name)))].filter((chunk) => !always.has(chunk));
  const table = Object.entries(pages).map(([path, { screens, fillings = [], budgetKb }]) => {
    const weightKb = [...always, ...needed(screens)].reduce((sum, { code }) => sum + gzipSync(code).length / 1000, 0);
    if (weightKb > budgetKb)
      throw new Error(`The scripts of ${path} weigh ${weightKb.toFixed(1)} kB after gzip, more than ${budgetKb}.`);
    return [path, needed([...screens, ...fillings]).map(({ fileName }) => `/${fileName}`)];
  });
  return (
    `for(const href of (${JSON.stringify(Object.fromEntries(table))})[location.pathname]??[])` +
    `document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));\n`
  );
}

/** The scripts of a build and what each needs to run. */
class Chunks {
  readonly #all: readonly Rolldown.OutputChunk[];

  constructor(files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]) {
    this.#all = files.filter((file) => file.type === "chunk");
  }

  entries(): Rolldown.OutputChunk[] {
    return this.#all.filter((chunk) => chunk.isEntry);
  }

  of(screen: string): Rolldown.OutputChunk {
    const found = this.#all.find(({ facadeModuleId }) => facadeModuleId?.endsWith(screen));
    if (!found) throw new Error(`${screen} is not a chunk of its own.`);
    return found;
  }

  reachedFrom(starts: readonly Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
    const reached = new Set(starts);
    for (const { imports } of reached)
      for (const chunk of this.#all) if (imports.includes(chunk.fileName)) reached.add(chunk);
    return reached;
  }
}
