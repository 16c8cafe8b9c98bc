import { MINUTE_MS } from "@commonlane/contract/durations";
import { formatDistance, formatDuration, formatTime, metresPerUnit } from "./format.ts";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Precedes an estimate, with a space that does not break. EstimateText reads it out as "about". */
export const ESTIMATE_MARK = "≈\u00A0";

/** Whether figures were measured along roads. If they were not, they are rounded and marked as estimates. */
export interface Measured {
  readonly routed?: boolean | undefined;
}

const MINUTE_S = 60;
const HOUR_S = 3600;

/**
 * Driving time such as "4 h 07", or "≈ 4 h 07" if it is an estimate. It is the difference of the two times beside it, so
 * it is not rounded, and its mark is the only one of a card.
 */
export function formatDrivingTime(seconds: number, measured: Measured): string {
  return isEstimate(measured)
    ? ESTIMATE_MARK + formatDuration(Math.max(MINUTE_S, seconds))
    : formatDuration(seconds);
}

/** Detour such as "+12 min", or "≈ +10 min". */
export const formatDetour = (seconds: number, measured: Measured): string =>
  isEstimate(measured)
    ? `${ESTIMATE_MARK}+${formatDuration(roundedTimeS(seconds))}`
    : `+${formatDuration(seconds)}`;

/** Driving distance such as "412 km", or "≈ 410 km". */
export function formatDrivingDistance(metres: number, measured: Measured): string {
  return isEstimate(measured)
    ? ESTIMATE_MARK + formatDistance(roundedDistanceM(metres))
    : formatDistance(metres);
}

/** Driving distance beside a driving time, which has the mark of both. */
export function formatDistanceBesideTime(metres: number, measured: Measured): string {
  return formatDistance(isEstimate(measured) ? roundedDistanceM(metres) : metres);
}

/**
 * An arrival such as "14:07", or "≈ 14:07" if it is an estimate, for cards that show no driving time. It is cut to its minute like every time.
 */
export const formatArrival = (
  at: string,
  { timeZone, ...measured }: Measured & { readonly timeZone: string },
): string => (isEstimate(measured) ? ESTIMATE_MARK : "") + formatTime(at, timeZone);

/** Seconds between two times as they are shown, by their minutes. */
export const durationBetweenS = (from: string, to: string): number =>
  (Math.floor(Date.parse(to) / MINUTE_MS) - Math.floor(Date.parse(from) / MINUTE_MS)) * MINUTE_S;

const isEstimate = ({ routed }: Measured): boolean => routed === false;

function roundedTimeS(seconds: number): number {
  const stepS = timeStepS(seconds);
  return Math.max(MINUTE_S, Math.round(seconds / stepS) * stepS);
}

/** Short times to the minute, then to 5 minutes, from two hours on to 10: no estimate is more exact. */
function timeStepS(seconds: number): number {
  if (seconds < 15 * MINUTE_S) return MINUTE_S;
  return seconds < 2 * HOUR_S ? 5 * MINUTE_S : 10 * MINUTE_S;
}

/** Rounded in the unit in which it is shown. */
function roundedDistanceM(metres: number): number {
  const length = metres / metresPerUnit();
  const step = lengthStep(length);
  return Math.round(length / step) * step * metresPerUnit();
}

function lengthStep(length: number): number {
  if (length < 3) return 0.1;
  if (length < 20) return 1;
  return length < 100 ? 5 : 10;
}

/** The word that is read out for the mark. */
export const aboutText = (): string => i18n._(msg`about`);

/** Text as it is read out: "about 14:10". For labels that only screen readers get; elsewhere use EstimateText. */
export const toSpokenText = (text: string): string =>
  text.replaceAll(ESTIMATE_MARK, `${aboutText()} `);
