import { DAY_MS } from "@commonlane/contract/durations";
import { RELIABILITY_OVER } from "@commonlane/contract/limits";
import type { Reliability } from "@commonlane/contract/reliability";
import { type Context, transaction } from "#platform/context.ts";
import { countAnew, countRatingsAgain, latenessOf, type RatingNumbers, readKept } from "./reliability.store.ts";

type Row = Awaited<ReturnType<typeof readKept>>[number];
type Entry = Row["log"][number];

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

/** The same for ratings: of one rater the first counts, and then each that is 30 days younger than the last that did. */
function ratingOf(ratings: Row["ratings"]): RatingNumbers {
  const lastMs = new Map<string, number>();
  const counted = ratings.filter(({ raterUid, atMs }) => {
    const counts = atMs - (lastMs.get(raterUid) ?? -Infinity) >= PAIR_COUNTS_EVERY_MS;
    if (counts) lastMs.set(raterUid, atMs);
    return counts;
  });
  return { count: counted.length, sum: counted.reduce((sum, { stars }) => sum + stars, 0) };
}

const PAIR_COUNTS_EVERY_MS = 30 * DAY_MS;
const AT_ONCE = 200;
const SHOWN_MOST = 20;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * Recomputes everyone's reliability from the log, and their ratings, and compares both with what is shown; with `write`
 * what differs is counted again. Gives the lines to print; throws where something differs and stays so.
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
    const misrated = rows.filter(({ rating, ratings }) => starsOf(rating) !== starsOf(ratingOf(ratings)));
    if (write && misrated.length > 0)
      await transaction(ctx, (ctx) =>
        countRatingsAgain(
          ctx,
          misrated.map(({ uid }) => uid),
        ),
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
      ...misrated.map(
        ({ uid, rating, ratings }) => `${uid}: shown ${starsOf(rating)}, by the ratings ${starsOf(ratingOf(ratings))}`,
      ),
    );
    people += rows.length;
    after = rows.at(-1)?.uid ?? after;
    if (rows.length < AT_ONCE) break;
  }
  if (wrong.length === 0) return [`The same numbers for all ${people} people.`];
  const lines = [`Of ${people} people's numbers ${wrong.length} differ.`, ...wrong.slice(0, SHOWN_MOST)];
  if (!write) throw new Error([...lines, "Correct them with: npm run admin -- reliability check --fix"].join("\n"));
  return [...lines, "They are corrected now."];
}

const starsOf = ({ count, sum }: RatingNumbers) => `${count} ratings with ${sum} stars`;
const textOf = (reliability: Reliability | null) =>
  reliability ? JSON.stringify(Object.entries(reliability).toSorted(([a], [b]) => (a < b ? -1 : 1))) : "nothing";
