import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type Db, poolState } from "./db/database.ts";

const BUCKETS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Memory, processor and event loop belong to the process, of which there is one, however many servers are opened in it. */
let processRegistry: Registry | undefined;

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "DELETE"]);

interface ObservedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** What a monitoring system may know: how often and how long, by route pattern; never who or what. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's first byte to the last of its reply",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS_S,
    registers: [this.#registry],
  });

  constructor(db: Db) {
    const connections = new Gauge({
      name: "db_connections",
      help: "Connections of the pool, and queries that wait for one",
      labelNames: ["state"],
      registers: [this.#registry],
      collect: () => {
        for (const [state, count] of Object.entries(poolState(db))) connections.set({ state }, count);
      },
    });
  }

  /** By class of status, because each series is 14 lines. `route` is a pattern, of which there are only so many. */
  observe({ method, route, status }: ObservedRequest, seconds: number): void {
    const labels = { method: METHODS.has(method) ? method : "other", route, status: `${Math.floor(status / 100)}xx` };
    this.#requests.observe(labels, seconds);
  }

  /** In Prometheus' text format. */
  async text(): Promise<string> {
    if (!processRegistry) {
      processRegistry = new Registry();
      collectDefaultMetrics({ register: processRegistry });
    }
    return Registry.merge([processRegistry, this.#registry]).metrics();
  }
}
