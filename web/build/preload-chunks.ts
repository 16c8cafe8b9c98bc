import { createHash } from "node:crypto";
import type { Plugin, Rolldown } from "vite";

/** What each path shows, and what it fills itself with once it stands: the ends of its source files' names. */
type Pages = Record<string, readonly string[]>;

/**
 * Makes the browser fetch a page's own chunks at the same time as the app's entry, instead of after it has run: a small
 * script, chosen by the path, that adds `modulepreload` links. It runs before anything is drawn, so it also says in which
 * theme to draw, and whether somebody comes back for whom the landing page is not meant. A screen that is not a chunk of
 * its own ends the build.
 */
export function preloadPageChunks(pages: Pages): Plugin {
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
        const attrs = { src: `/${script.fileName}` };
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

/** The keys are those of shared/theme.ts, session/browser-world.ts and session/return-place.ts. */
const BEFORE_DRAWING =
  'try{const page=document.documentElement.dataset,theme=localStorage.getItem("commonlane.theme");' +
  "if(/^(light|dark)$/.test(theme))page.theme=theme;" +
  'if(localStorage.getItem("commonlane.session")||sessionStorage.getItem("commonlane.return-to")||' +
  'document.cookie.includes("commonlane_session=open"))page.expected=""}catch{}';

function sourceFor(pages: Pages, chunks: Chunks): string {
  const always = chunks.reachedFrom(chunks.entries());
  const table = Object.entries(pages).map(([path, screens]) => {
    const needed = [...chunks.reachedFrom(screens.map((screen) => chunks.of(screen)))];
    return [path, needed.filter((chunk) => !always.has(chunk)).map(({ fileName }) => `/${fileName}`)];
  });
  return (
    BEFORE_DRAWING +
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
