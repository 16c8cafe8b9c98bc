import { DETOUR_DEFAULT_M, DETOUR_DEFAULT_S } from "@commonlane/contract/limits";

/** How far around a host goes for passengers; "asItIs" stands for a changed ride's own numbers where they are none of ours. */
export type DetourLevel = "none" | "small" | "normal" | "large" | "asItIs";

interface Detour {
  readonly maxDetourM: number;
  readonly maxDetourS: number;
}

export const detours = {
  none: { maxDetourM: 0, maxDetourS: 0 },
  small: { maxDetourM: 4000, maxDetourS: 300 },
  normal: { maxDetourM: DETOUR_DEFAULT_M, maxDetourS: DETOUR_DEFAULT_S },
  large: { maxDetourM: 25_000, maxDetourS: 1500 },
} as const satisfies Record<Exclude<DetourLevel, "asItIs">, Detour>;

export const detourLevels = ["none", "small", "normal", "large"] as const;

/** The level whose numbers these are. */
export const levelOf = ({ maxDetourM, maxDetourS }: Detour): DetourLevel =>
  detourLevels.find((level) => detours[level].maxDetourM === maxDetourM && detours[level].maxDetourS === maxDetourS) ??
  "asItIs";
