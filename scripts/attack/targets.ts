import type { Target } from "./attack-types.ts";
import { type OwnServer, startOwnServer } from "./own-server.ts";
import { startVulnerableServer } from "./vulnerable-server.ts";

/** The two servers that are attacked, each started when it is first asked for. */
export class Targets {
  readonly #folder: string;
  #ours: Promise<OwnServer> | undefined;
  #weak: Promise<Target> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  ours(): Promise<OwnServer> {
    return (this.#ours ??= startOwnServer(this.#folder).then((ours) => ((this.#running = ours), ours)));
  }
  #running: OwnServer | undefined;

  weak(): Promise<Target> {
    return (this.#weak ??= startVulnerableServer());
  }

  /** What ours has logged as a bug since this was last asked. */
  bugs(): readonly string[] {
    return this.#running?.bugs() ?? [];
  }

  async close(): Promise<void> {
    for (const target of [this.#ours, this.#weak]) await (await target?.catch(() => undefined))?.close();
  }
}
