import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type Db, poolState } from "./db/database.ts";

const BUCKETS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Memory, processor and event loop are measured per process, however many servers it runs (in tests). */
let processRegistry: Registry | undefined;

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "DELETE"]);

interface ObservedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** Metrics for monitoring: counts and durations by route pattern, without personal data. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the first byte of a request to the last byte of its reply",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS_S,
    registers: [this.#registry],
  });

  constructor(db: Db) {
    const connections = new Gauge({
      name: "db_connections",
      help: "Connections in the pool, and queries waiting for one",
      labelNames: ["state"],
      registers: [this.#registry],
      collect: () => {
        for (const [state, count] of Object.entries(poolState(db))) connections.set({ state }, count);
      },
    });
  }

  /**
   * Counts by class of status, since each series takes 14 lines. `route` is a pattern, so the number of series is
   * bounded.
   */
  observe({ method, route, status }: ObservedRequest, seconds: number): void {
    const labels = { method: METHODS.has(method) ? method : "other", route, status: `${Math.floor(status / 100)}xx` };
    this.#requests.observe(labels, seconds);
  }

  /** Returns the metrics in Prometheus' text format. */
  async text(): Promise<string> {
    if (!processRegistry) {
      processRegistry = new Registry();
      collectDefaultMetrics({ register: processRegistry });
    }
    return Registry.merge([processRegistry, this.#registry]).metrics();
  }
}
