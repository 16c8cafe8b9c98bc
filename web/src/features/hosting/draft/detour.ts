import { DETOUR_DEFAULT_M, DETOUR_DEFAULT_S } from "@commonlane/contract/limits";

/** How far around a host goes for passengers; "asItIs" stands for a changed ride's own numbers where they are none of ours. */
export type DetourLevel = "none" | "small" | "normal" | "large" | "asItIs";

interface DetourLimits {
  readonly maxDetourM: number;
  readonly maxDetourS: number;
}

export const DETOURS = {
  none: { maxDetourM: 0, maxDetourS: 0 },
  small: { maxDetourM: 4000, maxDetourS: 300 },
  normal: { maxDetourM: DETOUR_DEFAULT_M, maxDetourS: DETOUR_DEFAULT_S },
  large: { maxDetourM: 25_000, maxDetourS: 1500 },
} as const satisfies Record<Exclude<DetourLevel, "asItIs">, DetourLimits>;

export const DETOUR_LEVELS = ["none", "small", "normal", "large"] as const;

/** The level whose numbers these are. */
export const detourLevelOf = ({ maxDetourM, maxDetourS }: DetourLimits): DetourLevel =>
  DETOUR_LEVELS.find((level) => DETOURS[level].maxDetourM === maxDetourM && DETOURS[level].maxDetourS === maxDetourS) ??
  "asItIs";
