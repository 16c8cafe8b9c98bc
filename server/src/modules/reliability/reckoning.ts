import { RELIABILITY_OVER } from "@commonlane/contract/limits";
import type { Reliability } from "@commonlane/contract/reliability";
import { type Context, transaction } from "#platform/context.ts";
import { countAnew, latenessOf, readKept } from "./reliability.store.ts";

type Entry = Awaited<ReturnType<typeof readKept>>[number]["log"][number];

const WEIGHTS = { travelled: -1, early: 0, late: 1, lastMinute: 2, absent: 3 } as const;
type Ending = keyof typeof WEIGHTS;

/** The same numbers as are counted while things happen, reckoned in the plainest way from the log alone, as a second opinion. */
function reliabilityOf(log: readonly Entry[], lateness: ReturnType<typeof latenessOf>): Reliability | null {
  if (log.length === 0) return null;
  const bookings = new Map<string, Entry>();
  const answers: Entry[] = [];
  for (const entry of log) {
    if (entry.kind === "answered" || entry.kind === "unanswered") answers.push(entry);
    else bookings.set(entry.seatRequestId, entry);
  }
  const rides = new Map<string, { ending: Ending; arrived: boolean; atMs: number; rideId: string }>();
  for (const entry of bookings.values()) {
    const ending = endingOf(entry, lateness);
    if (!ending) continue;
    const { rideId, atMs } = entry;
    const before = rides.get(rideId) ?? { ending, arrived: false, atMs, rideId };
    rides.set(rideId, {
      rideId,
      ending: WEIGHTS[ending] > WEIGHTS[before.ending] ? ending : before.ending,
      arrived: before.arrived || ending === "travelled",
      atMs: Math.max(atMs, before.atMs),
    });
  }
  const latest = [...rides.values()].toSorted((a, b) => b.atMs - a.atMs || (a.rideId < b.rideId ? 1 : -1));
  const recent = latest.slice(0, RELIABILITY_OVER);
  const count = (wanted: Ending) => recent.filter(({ ending }) => ending === wanted).length;
  return {
    completed: latest.filter(({ arrived }) => arrived).length,
    commitments: recent.length,
    early: count("early"),
    late: count("late"),
    lastMinute: count("lastMinute"),
    absent: count("absent"),
    weight: recent.reduce((sum, { ending }) => sum + Math.max(0, WEIGHTS[ending]), 0),
    ...answersOf(answers),
  };
}

function endingOf({ kind, seconds }: Entry, { lateS, lastMinuteS }: ReturnType<typeof latenessOf>): Ending | undefined {
  if (kind === "travelled" || kind === "absent") return kind;
  if (kind !== "cancelled" || seconds === null) return undefined;
  if (seconds < lastMinuteS) return "lastMinute";
  return seconds < lateS ? "late" : "early";
}

function answersOf(answers: readonly Entry[]): Pick<Reliability, "requests" | "answered" | "answerS"> {
  // Equal instants stay in the order of the log.
  const latest = answers
    .map((entry, nth) => ({ ...entry, nth }))
    .toSorted((a, b) => b.atMs - a.atMs || b.nth - a.nth)
    .slice(0, RELIABILITY_OVER);
  const times = latest.flatMap(({ seconds }) => seconds ?? []).toSorted((a, b) => a - b);
  return {
    requests: latest.length,
    answered: times.length,
    answerS: times[Math.ceil(times.length / 2) - 1] ?? null,
  };
}

const AT_ONCE = 200;
const SHOWN_MOST = 20;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * Reckons everybody's reliability from the log and compares it with what is shown; with `write` what differs is counted
 * anew. Gives the lines to print; throws where something differs and stays so.
 */
export async function reckonReliability(ctx: Context, { write }: { readonly write: boolean }): Promise<string[]> {
  const lateness = latenessOf(ctx.settings);
  const wrong: string[] = [];
  let people = 0;
  let after = BEFORE_ALL;
  for (;;) {
    const rows = await readKept(ctx, after, AT_ONCE);
    const differing = rows.filter(
      ({ reliability, log }) => textOf(reliability) !== textOf(reliabilityOf(log, lateness)),
    );
    if (write && differing.length > 0)
      await transaction(ctx, (ctx) =>
        countAnew(
          ctx,
          differing.map(({ uid }) => uid),
        ),
      );
    wrong.push(
      ...differing.map(
        ({ uid, reliability, log }) =>
          `${uid}: shown ${textOf(reliability)}, by the log ${textOf(reliabilityOf(log, lateness))}`,
      ),
    );
    people += rows.length;
    after = rows.at(-1)?.uid ?? after;
    if (rows.length < AT_ONCE) break;
  }
  if (wrong.length === 0) return [`The same numbers for all ${people} people.`];
  const lines = [`Of ${people} people ${wrong.length} differ.`, ...wrong.slice(0, SHOWN_MOST)];
  if (!write) throw new Error([...lines, "Set them right with: npm run reliability -- --write"].join("\n"));
  return [...lines, "They are set right."];
}

const textOf = (reliability: Reliability | null) =>
  reliability ? JSON.stringify(Object.entries(reliability).toSorted(([a], [b]) => (a < b ? -1 : 1))) : "nothing";
