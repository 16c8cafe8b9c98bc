import { directionOf } from "@commonlane/contract/languages";
import { activeLanguage } from "../language/messages.ts";

const isRightToLeft = () => directionOf(activeLanguage()) === "rtl";

/** Text of another script that keeps its own direction between texts that are written from right to left. */
function isolate(text: string): string {
  return isRightToLeft() ? `\u2068${text}\u2069` : text;
}

/** "Freiburg → Mainz", in the direction of reading. */
export const formatRoute = (...places: readonly string[]): string =>
  places.map(isolate).join(isRightToLeft() ? " ← " : " → ");
