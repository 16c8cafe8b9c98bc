import { directionOf } from "@commonlane/contract/languages";
import { activeLanguage } from "../language/messages.ts";

const isRightToLeft = () => directionOf(activeLanguage()) === "rtl";

/**
 * Text of another script that keeps its own direction between texts that are written from right to left. A label of
 * several parts, such as "Buchs، سويسرا", is in the direction of reading.
 */
function isolate(text: string): string {
  if (!isRightToLeft()) return text;
  return text.includes("،") ? `\u2067${text}\u2069` : `\u2068${text}\u2069`;
}

/** "Freiburg → Mainz", in the direction of reading. */
export const formatRoute = (...places: readonly string[]): string =>
  places.map(isolate).join(isRightToLeft() ? " ← " : " → ");
