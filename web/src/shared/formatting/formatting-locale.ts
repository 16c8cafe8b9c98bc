import { formattingTag } from "@commonlane/contract/languages";
import { activeLanguage } from "../language/messages.ts";

/** Locale of all dates, times and numbers. */
export const formattingLocale = (): string => formattingTag(activeLanguage());
