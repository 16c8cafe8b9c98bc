import { WALK_MAX_M } from "@commonlane/contract/limits";
import type { WholeWalk } from "@commonlane/contract/ride-search";
import { distanceM } from "@commonlane/matching/geo";
import type { Match, Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";

/** The whole way of a search on foot, if it is at most this long. */
export function findWholeWalk(
  { routing }: Context,
  { from, to }: Search,
  maxM: number,
): WholeWalk | undefined {
  const [walk] = routing.walks(from, [to], maxM);
  if (!walk || walk.distanceM > maxM) return undefined;
  return {
    distanceM: Math.round(walk.distanceM),
    durationS: Math.round(walk.durationS),
  };
}

/** The whole way on foot, if it takes no longer than the fastest of these matches with the walks at its ends. */
export function findFasterWalk(
  ctx: Context,
  search: Search,
  matches: readonly Match[],
): WholeWalk | undefined {
  const fastestS = Math.min(...matches.map(journeyS));
  const reachM = fastestS * ctx.settings.WALKING_M_PER_S;
  if (matches.length === 0 || reachM < distanceM(search.from, search.to)) return undefined;

  const walk = findWholeWalk(ctx, search, Math.min(WALK_MAX_M, reachM));
  return walk && walk.durationS <= fastestS ? walk : undefined;
}

const journeyS = ({ walkFromS, pickupAtMs, dropoffAtMs, walkToS }: Match): number =>
  walkFromS + (dropoffAtMs - pickupAtMs) / 1000 + walkToS;
