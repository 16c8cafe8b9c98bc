import { DETOUR_DEFAULT_M, DETOUR_DEFAULT_S } from "@commonlane/contract/limits";

/** Detour level; "asItIs" keeps a ride's own values if they match no level. */
export type DetourLevel = "none" | "small" | "normal" | "large" | "asItIs";

interface DetourLimits {
  readonly maxDetourM: number;
  readonly maxDetourS: number;
}

export const DETOURS = {
  none: { maxDetourM: 0, maxDetourS: 0 },
  small: { maxDetourM: 4000, maxDetourS: 300 },
  normal: {
    maxDetourM: DETOUR_DEFAULT_M,
    maxDetourS: DETOUR_DEFAULT_S,
  },
  large: { maxDetourM: 25_000, maxDetourS: 1500 },
} as const satisfies Record<Exclude<DetourLevel, "asItIs">, DetourLimits>;

export const DETOUR_LEVELS = ["none", "small", "normal", "large"] as const;

/** Level with these values. */
export const detourLevelOf = ({ maxDetourM, maxDetourS }: DetourLimits): DetourLevel =>
  DETOUR_LEVELS.find(
    (level) => DETOURS[level].maxDetourM === maxDetourM && DETOURS[level].maxDetourS === maxDetourS,
  ) ?? "asItIs";
