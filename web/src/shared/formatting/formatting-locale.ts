import { activeLanguage } from "../language/messages.ts";
import { readerLocale, readerRegion } from "../language/reader-region.ts";

/** Locale of all dates, times and numbers. */
export const formattingLocale = (): string => readerLocale(activeLanguage());

/** Regions whose roads are signed in miles. */
const REGIONS_WITH_MILES: readonly string[] = ["US", "GB", "LR", "MM"];

/** Unit of distances for this reader. */
export const distanceUnit = (): "kilometer" | "mile" =>
  REGIONS_WITH_MILES.includes(readerRegion(activeLanguage()) ?? "") ? "mile" : "kilometer";
