import { commandLine } from "#platform/command-line.ts";
import { recountRatings } from "#modules/profiles/content/index.ts";
import { DAY_MS } from "@commonlane/contract/durations";
import { RELIABILITY_WINDOW } from "@commonlane/contract/limits";
import type { Reliability } from "@commonlane/contract/reliability";
import { type Context, transaction } from "#platform/context.ts";
import {
  recountReliability,
  latenessThresholds,
  type RatingNumbers,
  readRecords,
} from "./reliability.store.ts";

type ReliabilityRecord = Awaited<ReturnType<typeof readRecords>>[number];
type Entry = ReliabilityRecord["log"][number];

const WEIGHTS = {
  travelled: -1,
  early: 0,
  late: 1,
  lastMinute: 2,
  absent: 3,
} as const;
type Ending = keyof typeof WEIGHTS;

/** Computes reliability from the log alone, in the simplest way, to verify the incremental numbers. */
function computeReliability(
  log: readonly Entry[],
  lateness: ReturnType<typeof latenessThresholds>,
): Reliability | null {
  if (log.length === 0) return null;
  const bookings = new Map<string, Entry>();
  const answers: Entry[] = [];
  for (const entry of log) {
    if (entry.kind === "answered" || entry.kind === "unanswered") answers.push(entry);
    else bookings.set(entry.seatRequestId, entry);
  }
  const rides = new Map<
    string,
    {
      ending: Ending;
      arrived: boolean;
      atMs: number;
      rideId: string;
    }
  >();
  for (const entry of bookings.values()) {
    const ending = worstEnding(entry, lateness);
    if (!ending) continue;
    const { rideId, atMs } = entry;
    const before = rides.get(rideId) ?? {
      ending,
      arrived: false,
      atMs,
      rideId,
    };
    rides.set(rideId, {
      rideId,
      ending: WEIGHTS[ending] > WEIGHTS[before.ending] ? ending : before.ending,
      arrived: before.arrived || ending === "travelled",
      atMs: Math.max(atMs, before.atMs),
    });
  }
  const latest = [...rides.values()].toSorted(
    (a, b) => b.atMs - a.atMs || (a.rideId < b.rideId ? 1 : -1),
  );
  const recent = latest.slice(0, RELIABILITY_WINDOW);
  const count = (wanted: Ending) => recent.filter(({ ending }) => ending === wanted).length;
  return {
    completed: latest.filter(({ arrived }) => arrived).length,
    commitments: recent.length,
    early: count("early"),
    late: count("late"),
    lastMinute: count("lastMinute"),
    absent: count("absent"),
    weight: recent.reduce((sum, { ending }) => sum + Math.max(0, WEIGHTS[ending]), 0),
    ...computeAnswers(answers),
  };
}

function worstEnding(
  { kind, seconds }: Entry,
  { lateS, lastMinuteS }: ReturnType<typeof latenessThresholds>,
): Ending | undefined {
  if (kind === "travelled" || kind === "absent") return kind;
  if (kind !== "cancelled" || seconds === null) return undefined;
  if (seconds < lastMinuteS) return "lastMinute";
  return seconds < lateS ? "late" : "early";
}

function computeAnswers(
  answers: readonly Entry[],
): Pick<Reliability, "requests" | "answered" | "answerS"> {
  // Entries with equal times keep the order of the log.
  const latest = answers
    .map((entry, position) => ({
      ...entry,
      nth: position,
    }))
    .toSorted((a, b) => b.atMs - a.atMs || b.nth - a.nth)
    .slice(0, RELIABILITY_WINDOW);
  const times = latest.flatMap(({ seconds }) => seconds ?? []).toSorted((a, b) => a - b);
  return {
    requests: latest.length,
    answered: times.length,
    answerS: times[Math.ceil(times.length / 2) - 1] ?? null,
  };
}

/**
 * Recomputes the rating: of each rater the first rating counts, then each one at least 30 days after the last counted
 * one.
 */
function computeRating(ratings: ReliabilityRecord["ratings"]): RatingNumbers {
  const lastMs = new Map<string, number>();
  const counted = ratings.filter(({ raterUid, atMs }) => {
    const counts = atMs - (lastMs.get(raterUid) ?? -Infinity) >= SAME_RATER_INTERVAL_MS;
    if (counts) lastMs.set(raterUid, atMs);
    return counts;
  });
  return {
    count: counted.length,
    sum: counted.reduce((sum, { stars }) => sum + stars, 0),
  };
}

const SAME_RATER_INTERVAL_MS = 30 * DAY_MS;
const BATCH = 200;
const MAX_REPORTED = 20;
const LOWEST_UID = "00000000-0000-0000-0000-000000000000";

/**
 * Recomputes reliability and ratings of all users and compares them with the stored numbers; with `write`, corrects
 * differences. Returns the lines to print; throws if differences remain.
 */
export async function recomputeReliability(
  ctx: Context,
  { write }: { readonly write: boolean },
): Promise<string[]> {
  const lateness = latenessThresholds(ctx.settings);
  const differences: string[] = [];
  let checked = 0;
  let after = LOWEST_UID;
  for (;;) {
    const rows = await readRecords(ctx, after, BATCH);
    const differingReliability = rows.filter(
      ({ reliability, log }) =>
        formatReliability(reliability) !== formatReliability(computeReliability(log, lateness)),
    );
    const differingRating = rows.filter(
      ({ rating, ratings }) => formatStars(rating) !== formatStars(computeRating(ratings)),
    );
    if (write && differingRating.length > 0)
      await transaction(ctx, (ctx) =>
        recountRatings(
          ctx,
          differingRating.map(({ uid }) => uid),
        ),
      );
    if (write && differingReliability.length > 0)
      await transaction(ctx, (ctx) =>
        recountReliability(
          ctx,
          differingReliability.map(({ uid }) => uid),
        ),
      );
    differences.push(
      ...differingReliability.map(
        ({ uid, reliability, log }) =>
          `${uid}: stored ${formatReliability(reliability)}, from the log ${formatReliability(computeReliability(log, lateness))}`,
      ),
      ...differingRating.map(
        ({ uid, rating, ratings }) =>
          `${uid}: stored ${formatStars(rating)}, from the ratings ${formatStars(computeRating(ratings))}`,
      ),
    );
    checked += rows.length;
    after = rows.at(-1)?.uid ?? after;
    if (rows.length < BATCH) break;
  }
  if (differences.length === 0) return [`All ${checked} users match.`];
  const lines = [
    `${differences.length} differences among ${checked} users.`,
    ...differences.slice(0, MAX_REPORTED),
  ];
  if (!write)
    throw new Error(
      [...lines, `Fix them with: ${commandLine("admin", "reliability", "check", "--fix")}`].join(
        "\n",
      ),
    );
  return [...lines, "All differences were fixed."];
}

function formatStars({ count, sum }: RatingNumbers) {
  return `${count} ratings with ${sum} stars`;
}

const formatReliability = (reliability: Reliability | null) =>
  reliability
    ? JSON.stringify(Object.entries(reliability).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : "nothing";
