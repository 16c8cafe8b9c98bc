import { setImmediate as turn } from "node:timers/promises";
import { HOUR_MS } from "@commonlane/contract/durations";
import { CorridorIndex } from "@commonlane/matching/corridor-index";
import { createRandom, median, row, type Row, logProgress } from "../bench.ts";
import type { RandomRoutes } from "./random-routes.ts";

const LOAD_MS_PER_MILLION = 3_000;
const UPDATE_US = 20;
const BATCH = 50;
const BATCHES = 200;
const PAUSE_MS = 10;
const RUN_S = 20;
const PER_SECOND = 1_000;

/** From a snapshot whose buffers are in memory, like a file just read, to the first result. */
export function measureLoading(index: CorridorIndex): Row[] {
  const times = Array.from({ length: 3 }, () => {
    const { head, buffers } = index.snapshot();
    const began = cpuMs();
    // The least that reading a file costs: copying every byte once.
    const copies = buffers.map((buffer) => buffer.slice(0));
    const loaded = CorridorIndex.restore({ head: structuredClone(head), buffers: copies });
    if (loaded.size !== index.size) throw new Error("Rides were lost.");
    return ((cpuMs() - began) / index.size) * 1_000_000;
  });
  logProgress(`load: ${times.map(Math.round).join(", ")} ms per million`);
  return [
    row("load from a snapshot, per million (processor time)", median(times), {
      unit: "ms",
      atMost: LOAD_MS_PER_MILLION,
    }),
  ];
}

/**
 * Per kind of change the mean of ten thousand, because processor time is counted in ticks: a ride added, removed, with
 * other seats, another hour, another route.
 */
export function measureUpdates(index: CorridorIndex, ways: RandomRoutes, rides: number): Row[] {
  const random = createRandom(5);
  const some = () => Array.from({ length: BATCH }, () => Math.floor(random() * rides));
  const kinds: Record<string, number> = {
    "another hour": 0,
    seats: 0,
    removal: 0,
    addition: 0,
    "another way": 0,
  };
  let count = 0;
  for (let batch = 0; batch < BATCHES; batch++) {
    const changed = [...new Set(some())].map((n) => ways.ride(n));
    const others = changed.map((ride, n) => ({
      ...ways.ride(rides + batch * BATCH + n),
      id: ride.id,
    }));
    const time = (kind: string, work: (n: number) => void) => {
      const began = cpuMs();
      for (let n = 0; n < changed.length; n++) work(n);
      kinds[kind] = (kinds[kind] ?? 0) + cpuMs() - began;
    };
    const at = (n: number) => changed[n] ?? ways.ride(n);
    time("another hour", (n) => index.put({ ...at(n), departsAtMs: at(n).departsAtMs + HOUR_MS }));
    time("seats", (n) => index.setSeats(at(n).id, at(n).seatsLeft));
    time("removal", (n) => index.remove(at(n).id));
    time("addition", (n) => index.put(at(n)));
    time("another way", (n) => index.put(others[n] ?? at(n)));
    count += changed.length;
    for (const ride of changed) index.put(ride);
  }
  return Object.entries(kinds).map(([kind, ms]) => {
    const eachUs = (ms * 1_000) / count;
    logProgress(`${kind}: ${eachUs.toFixed(1)} µs`);
    return row(`update, ${kind} (processor time)`, eachUs, {
      unit: "µs",
      digits: 1,
      atMost: UPDATE_US,
    });
  });
}

/** Changes and searches side by side: the longest time that this thread blocks its event loop. */
export async function measurePauses(
  index: CorridorIndex,
  ways: RandomRoutes,
  rides: number,
): Promise<Row[]> {
  const searches = Array.from({ length: 2_000 }, (_, n) =>
    ways.search(n, rides, n % 2 === 0 ? "±2 h" : "whole day"),
  );
  const changed = Array.from({ length: 2_000 }, (_, n) => ways.ride((n * 37) % rides));
  const turns: number[] = [];
  const began = performance.now();
  let done = 0;
  for (let now = 0; now < RUN_S * 1_000; now = performance.now() - began) {
    const due = Math.min((now / 1_000) * PER_SECOND, done + 2);
    const before = performance.now();
    for (; done < due; done++) {
      const search = searches[done % searches.length];
      const ride = changed[done % changed.length];
      if (search) index.find(search, { limit: 20 });
      if (ride) index.put({ ...ride, departsAtMs: ride.departsAtMs + (done % 7) * 600_000 });
    }
    turns.push(performance.now() - before);
    await turn();
  }
  for (const ride of changed) index.put(ride);
  const sorted = turns.filter((ms) => ms > 0.001).toSorted((a, b) => b - a);
  const longest = sorted[0] ?? 0;
  logProgress(
    `pauses: ${done} changes and searches; longest turns ${sorted
      .slice(0, 5)
      .map((ms) => ms.toFixed(1))
      .join(", ")} ms`,
  );
  const what = `longest turn in ${RUN_S} s of ${PER_SECOND} searches and ${PER_SECOND} changes a second (${done} done)`;
  return [
    row(what, longest, { unit: "ms", digits: 1, atMost: PAUSE_MS }),
    row("the tenth longest of these turns", sorted[9] ?? 0, { unit: "ms", digits: 1 }),
  ];
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
