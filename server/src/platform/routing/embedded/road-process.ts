import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, constants, setPriority } from "node:os";
import type { Actor } from "@valhallajs/valhallajs";
import type { RoadReply, RoadRequest } from "./road-process-messages.ts";

/**
 * A process of its own for the engines of all regions, started by RoadProcess: a crash in their native code, a query
 * that never ends or too much memory ends this process and not the server. Imports nothing of the server, so that it
 * starts quickly.
 */

/** Memory of its own, without tiles, above which it ends when it is idle; the next query starts a new process. */
const maxMemoryMb = Number(process.argv[2]);

const send = (reply: RoadReply): void => void process.send?.(reply);

// The server decides when to end it, also after Ctrl-C in a terminal, which signals both.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.exit());
yieldToServer();

try {
  const { Actor } = await import("@valhallajs/valhallajs");
  serve((config) => new Actor(config));
} catch (error) {
  send({ unusable: describe(error) });
}

interface Engine {
  readonly actor: Actor;
  queue: Promise<unknown>;
  waiting: number;
}

/** Engines with the same settings, so that two tables of one search are calculated at once. */
const ENGINES_PER_CONFIG = Math.min(2, availableParallelism());

function serve(open: (config: string) => Actor): void {
  /** By region and settings. */
  const regions = new Map<string, Map<string, Engine[]>>();
  let waiting = 0;
  const openIdle = (region: string, config: string): Engine => {
    const configs = regions.get(region) ?? new Map<string, Engine[]>();
    regions.set(region, configs);
    const engines = configs.get(config) ?? [];
    configs.set(config, engines);
    const leastBusy = engines.toSorted((a, b) => a.waiting - b.waiting)[0];
    if (leastBusy && (leastBusy.waiting === 0 || engines.length >= ENGINES_PER_CONFIG))
      return leastBusy;
    const engine: Engine = { actor: open(config), queue: Promise.resolve(), waiting: 0 };
    engines.push(engine);
    return engine;
  };
  process.on("message", (request: RoadRequest) => {
    if (request.kind === "ping") return send({ id: request.id, reply: "" });
    if (request.kind === "forget") return void regions.delete(request.region);
    const { id, region, config, action, query } = request;
    try {
      const engine = openIdle(region, config);
      // An engine is not safe for concurrent use.
      engine.waiting++;
      waiting++;
      engine.queue = engine.queue
        .then(() => engine.actor[action](query))
        .then(
          (reply) => send({ id, reply }),
          (error: unknown) => send({ id, rejected: describe(error) }),
        )
        .finally(() => {
          engine.waiting--;
          if (--waiting === 0 && ownMemoryMb() > maxMemoryMb) process.disconnect();
        });
    } catch (error) {
      send({ id, rejected: describe(error) });
    }
  });
}

/** Under load the server comes first; if memory is short, the kernel ends this process first. */
function yieldToServer(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    if (process.platform === "linux") writeFileSync("/proc/self/oom_score_adj", "500");
  } catch {
    // Not allowed here: it works without.
  }
}

/** On Linux; 0 on other systems, which do not report memory mapped from files separately. */
function ownMemoryMb(): number {
  if (process.platform !== "linux") return 0;
  return (
    Number(/^RssAnon:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? 0) / 1024
  );
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
