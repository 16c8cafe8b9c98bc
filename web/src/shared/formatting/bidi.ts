import { directionOf } from "@commonlane/contract/languages";
import { activeLanguage } from "../language/messages.ts";

const isRightToLeft = () => directionOf(activeLanguage()) === "rtl";

/** Text of another script that keeps its own direction between texts that are written from right to left. */
const isolate = (text: string): string => `\u2068${text}\u2069`;

/** "Freiburg → Mainz", in the direction of reading, also as a value of a message (see `web/build/catalogues.ts`). */
export const formatRoute = (...places: readonly string[]): string =>
  isRightToLeft() ? `\u200F${places.map(isolate).join(" ← ")}` : places.join(" → ");
