import { accounts } from "@commonlane/contract/accounts";
import { DomainEvent } from "@commonlane/contract/live";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

const BUCKETS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Gauges of prom-client that Prometheus takes for counters because of their names. */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];
/** Memory, processor and event loop are measured per process, however many servers it runs (in tests). */
let processRegistry: Registry | undefined;

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "DELETE"]);

/**
 * Results of work that users wait for, counted by this process since its start. Each begins at 0 for its usual values:
 * Prometheus sees no increase in a series that begins at 1.
 */
const COUNTERS = {
  emails_total: {
    help: "E-mails by result: sent, refused (permanently) or failed (tried again)",
    label: "result",
    values: ["sent", "refused", "failed"],
  },
  pushes_total: {
    help: "Push messages by result: accepted, gone (subscription ended) or failed",
    label: "result",
    values: ["accepted", "gone", "failed"],
  },
  searches_total: {
    help: "Searches for rides by result: found or none",
    label: "result",
    values: ["found", "none"],
  },
  refused_sign_ins_total: {
    help: "Refused sign-ins by reason: the code of the problem",
    label: "reason",
    values: accounts.signIn.problems,
  },
  domain_events_total: {
    help: "Committed domain events by type, such as seat-request.accepted",
    label: "type",
    values: DomainEvent.def.options.map((option) => option.shape.type.def.values[0]),
  },
} as const;
type CounterName = keyof typeof COUNTERS;

/** One value of a gauge, with its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

interface GaugeDefinition {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Reads the values at each scrape. If it throws, this gauge is left out and the others are served. */
  readonly collect: () => readonly Sample[] | Promise<readonly Sample[]>;
}

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

  readonly #counters = new Map(
    Object.entries(COUNTERS).map(([name, { help, label, values }]) => {
      const counter = new Counter({
        name,
        help,
        labelNames: [label],
        registers: [this.#registry],
      });
      for (const value of values) counter.inc({ [label]: value }, 0);
      return [name, counter];
    }),
  );

  /** Adds one to a counter. `label` is one of a few known values, never text of a user. */
  count(name: CounterName, label: string): void {
    this.#counters.get(name)?.inc({ [COUNTERS[name].label]: label });
  }

  /** Counts each event once, however many topics it is published to. */
  countEvents(events: readonly { readonly payload: { readonly type: string } }[]): void {
    const types = new Map(events.map(({ payload }) => [JSON.stringify(payload), payload.type]));
    for (const type of types.values()) this.count("domain_events_total", type);
  }

  /** The values of a gauge now; none if there is no such gauge or nothing is known. */
  async readGauge(name: string): Promise<readonly number[]> {
    const metric = await this.#registry.getSingleMetric(name)?.get();
    return metric?.values.map(({ value }) => value) ?? [];
  }

  /** Adds a gauge, or replaces the one of this name. */
  addGauge({ name, help, labels = [], collect }: GaugeDefinition): void {
    this.#registry.removeSingleMetric(name);
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.#registry],
      collect: async () => {
        gauge.reset();
        // A gauge without labels would otherwise show 0 where nothing is known.
        if (labels.length === 0) gauge.remove();
        const samples = await Promise.resolve()
          .then(collect)
          .catch(() => []);
        for (const sample of samples) gauge.set(sample.labels ?? {}, sample.value);
      },
    });
  }

  /**
   * Counts by class of status, since each series takes 14 lines. `route` is a pattern, so the number of series is
   * bounded.
   */
  observe({ method, route, status }: ObservedRequest, seconds: number): void {
    const labels = {
      method: METHODS.has(method) ? method : "other",
      route,
      status: `${Math.floor(status / 100)}xx`,
    };
    this.#requests.observe(labels, seconds);
  }

  /** Returns the metrics in Prometheus' text format. */
  async text(): Promise<string> {
    if (!processRegistry) {
      processRegistry = new Registry();
      collectDefaultMetrics({ register: processRegistry });
      for (const name of MISNAMED) processRegistry.removeSingleMetric(name);
    }
    return Registry.merge([processRegistry, this.#registry]).metrics();
  }
}
