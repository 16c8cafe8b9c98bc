import type { Match, MatchRide, MissReason, NearMiss, Search } from "../model.ts";

type Figures = Pick<Match, "pickupAtMs" | "detourM" | "detourS" | "walkFromM" | "walkToM">;
type DetourLimits = Pick<MatchRide, "maxDetourM" | "maxDetourS">;

/** The limits that a combination misses; none if it is a match. */
export const findMissedLimits = (
  { pickupAtMs, detourM, detourS, walkFromM, walkToM }: Figures,
  { maxDetourM, maxDetourS }: DetourLimits,
  { departsAfterMs, departsBeforeMs, walkM }: Search,
): MissReason[] => {
  const reasons: MissReason[] = [];
  if (pickupAtMs < departsAfterMs || pickupAtMs > departsBeforeMs) reasons.push("window");
  if (detourM > maxDetourM || detourS > maxDetourS) reasons.push("detour");
  if (walkFromM > walkM || walkToM > walkM) reasons.push("walk");
  return reasons;
};

/** A near miss, with by how much it misses each limit. */
export const toNearMiss = (
  match: Match,
  reasons: readonly MissReason[],
  { maxDetourM, maxDetourS }: DetourLimits,
  { departsAfterMs, departsBeforeMs, walkM }: Search,
): NearMiss => ({
  match,
  reasons,
  windowByMs:
    Math.min(0, match.pickupAtMs - departsAfterMs) +
    Math.max(0, match.pickupAtMs - departsBeforeMs),
  detourByM: Math.max(0, match.detourM - maxDetourM),
  detourByS: Math.max(0, match.detourS - maxDetourS),
  walkByM: Math.max(0, match.walkFromM - walkM, match.walkToM - walkM),
});
