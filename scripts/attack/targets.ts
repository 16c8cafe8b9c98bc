import type { Target } from "./attack.ts";
import { type Ours, startOurs } from "./ours.ts";
import { startWeakTwin } from "./weak-twin.ts";

/** The two servers that are attacked, each started when it is first asked for. */
export class Targets {
  readonly #folder: string;
  #ours: Promise<Ours> | undefined;
  #weak: Promise<Target> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  ours(): Promise<Ours> {
    return (this.#ours ??= startOurs(this.#folder).then((ours) => ((this.#running = ours), ours)));
  }
  #running: Ours | undefined;

  weak(): Promise<Target> {
    return (this.#weak ??= startWeakTwin());
  }

  /** What ours has logged as a bug since this was last asked. */
  bugs(): readonly string[] {
    return this.#running?.bugs() ?? [];
  }

  async close(): Promise<void> {
    for (const target of [this.#ours, this.#weak]) await (await target?.catch(() => undefined))?.close();
  }
}
