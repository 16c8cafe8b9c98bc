import { activeLanguage } from "../language/messages.ts";
import { readerLocale } from "../language/reader-region.ts";

/** Locale of all dates, times and numbers. */
export const formattingLocale = (): string => readerLocale(activeLanguage());
