import type { Target } from "./attack-types.ts";
import { type OwnServer, startOwnServer } from "./own-server.ts";
import { startVulnerableServer } from "./vulnerable-server.ts";

/** Both target servers, each started on first use. */
export class Targets {
  readonly #folder: string;
  #ours: Promise<OwnServer> | undefined;
  #weak: Promise<Target> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  ours(): Promise<OwnServer> {
    return (this.#ours ??= startOwnServer(this.#folder).then(
      (ours) => ((this.#running = ours), ours),
    ));
  }
  #running: OwnServer | undefined;

  weak(): Promise<Target> {
    return (this.#weak ??= startVulnerableServer());
  }

  /** Bugs that our server has logged since the last call. */
  bugs(): readonly string[] {
    return this.#running?.bugs() ?? [];
  }

  async close(): Promise<void> {
    for (const target of [this.#ours, this.#weak])
      await (await target?.catch(() => undefined))?.close();
  }
}
