import type { Rolldown } from "vite";

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
