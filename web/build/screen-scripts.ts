import type { Plugin, Rolldown } from "vite";

/** The chunks of a build and their imports. */
export class Chunks {
  readonly #all: readonly Rolldown.OutputChunk[];

  constructor(files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]) {
    this.#all = files.filter((file) => file.type === "chunk");
  }

  entries(): Rolldown.OutputChunk[] {
    return this.#all.filter((chunk) => chunk.isEntry);
  }

  find(screen: string): Rolldown.OutputChunk {
    const chunk = this.#all.find(({ facadeModuleId }) => facadeModuleId?.endsWith(screen));
    if (!chunk) throw new Error(`${screen} is not a separate chunk.`);
    return chunk;
  }

  reachedFrom(starts: readonly Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
    const reached = new Set(starts);
    for (const { imports } of reached)
      for (const chunk of this.#all) if (imports.includes(chunk.fileName)) reached.add(chunk);
    return reached;
  }
}

/** The server reads this file (server/src/platform/http/web-app/screen-scripts.ts). */
const FILE = "screen-scripts.json";
const TEXTS = /^assets\/texts-([a-z]+)-(?:start|rest)-/;

/** Source files (name endings) that a signed-in screen needs for its first render, the most urgent first, by its route. */
type Screens = Record<string, readonly string[]>;

/**
 * Lists the scripts that each signed-in screen needs beyond those of every page, and those with the texts of each
 * language. The server names them in the page, so that the browser fetches all at once instead of one level of imports
 * after the other. Fails the build if a screen is not a separate chunk.
 */
export function listScreenScripts(screens: Screens): Plugin {
  return {
    name: "screen-scripts",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunks = new Chunks(Object.values(bundle));
        const always = chunks.reachedFrom(chunks.entries());
        // Each file with its imports, in the order in which they are needed.
        const scriptsOf = (files: readonly string[]) => {
          const needed = new Set(
            files.flatMap((file) => [...chunks.reachedFrom([chunks.find(file)])]),
          );
          return [...needed]
            .filter((chunk) => !always.has(chunk))
            .map(({ fileName }) => `/${fileName}`);
        };
        const list = Object.entries(screens).map(([route, files]) => ({
          route,
          scripts: scriptsOf(files),
        }));
        const files = Object.values(screens).flat();
        const ofScreens = chunks.reachedFrom(files.map((file) => chunks.find(file)));
        compileAtOnce(new Set([...always, ...ofScreens]));
        const source = JSON.stringify({
          screens: list,
          texts: textsByLanguage(Object.values(bundle)),
        });
        this.emitFile({
          type: "asset",
          fileName: FILE,
          source,
        });
      },
    },
  };
}

/** Of a smaller script, the hint itself is a noticeable part. */
const WORTH_A_HINT = 8_000;

/**
 * Has V8 compile all functions of scripts beside the page's thread, while they arrive: most of them run before the first
 * screen is there, and each would be read again when it is first called. The thread of a phone then has a sixth less to do.
 */
function compileAtOnce(chunks: Iterable<Rolldown.OutputChunk>): void {
  for (const chunk of chunks)
    if (chunk.code.length >= WORTH_A_HINT)
      chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
}

function textsByLanguage(
  files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
): Record<string, string[]> {
  const texts: Record<string, string[]> = {};
  for (const { fileName } of files) {
    const [, language] = TEXTS.exec(fileName) ?? [];
    if (language !== undefined) (texts[language] ??= []).push(`/${fileName}`);
  }
  return texts;
}
