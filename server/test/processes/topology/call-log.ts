/** How many calls had each outcome, by what was going on at the time and by kind of call. */
export class CallLog {
  #event = "start";
  readonly #counts = new Map<string, Map<string, Map<string, number>>>();
  readonly #failuresAtMs: number[] = [];

  /** Names what is going on from now on. */
  begin(event: string): void {
    this.#event = event;
  }

  /** Adds the status of a reply; undefined if there was none. A 4xx is an answer unless `isRefusable` is false. */
  add(kind: string, status: number | undefined, { isRefusable = true } = {}): void {
    const kinds = this.#counts.get(this.#event) ?? new Map<string, Map<string, number>>();
    const outcomes = kinds.get(kind) ?? new Map<string, number>();
    // 429 is how a process protects itself from more sign-ins than it can check at a time.
    const isAnswer = status !== undefined && (status < (isRefusable ? 500 : 400) || status === 429);
    const outcome = isAnswer ? "answered" : String(status ?? "no reply");
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    this.#counts.set(this.#event, kinds.set(kind, outcomes));
    if (outcome !== "answered") this.#failuresAtMs.push(performance.now());
  }

  get answered(): number {
    return this.#rows().reduce(
      (sum, { outcome, count }) => sum + (outcome === "answered" ? count : 0),
      0,
    );
  }

  /** Failed calls by outcome. */
  failures(event: string): Record<string, number> {
    const failed: Record<string, number> = {};
    for (const row of this.#rows()) {
      if (row.event === event && row.outcome !== "answered")
        failed[row.outcome] = (failed[row.outcome] ?? 0) + row.count;
    }
    return failed;
  }

  /** Time from `sinceMs` to the last failed call; 0 if none failed since. */
  outageMs(sinceMs: number): number {
    return Math.max(0, ...this.#failuresAtMs.map((atMs) => Math.round(atMs - sinceMs)));
  }

  toJSON(): Record<string, Record<string, Record<string, number>>> {
    const result: Record<string, Record<string, Record<string, number>>> = {};
    for (const { event, kind, outcome, count } of this.#rows())
      ((result[event] ??= {})[kind] ??= {})[outcome] = count;
    return result;
  }

  #rows() {
    return [...this.#counts].flatMap(([event, kinds]) =>
      [...kinds].flatMap(([kind, outcomes]) =>
        [...outcomes].map(([outcome, count]) => ({ event, kind, outcome, count })),
      ),
    );
  }
}
