import { formattingTag, type Language } from "@commonlane/contract/languages";

let preferredTags: readonly string[] = [];
/** Every format asks for a region, so tags are parsed once. */
const regions = new Map<Language, string | undefined>();

/** Remembers the browser's languages, such as "de-AT". Without them, formats are those of the language alone. */
export function setPreferredTags(tags: readonly string[]): void {
  preferredTags = tags;
  regions.clear();
}

/** Region in the first of the browser's languages that is this language: "AT" for "de-AT". */
export function readerRegion(language: Language): string | undefined {
  if (!regions.has(language)) regions.set(language, findRegion(language));
  return regions.get(language);
}

function findRegion(language: Language): string | undefined {
  const tag = preferredTags.find((each) => each.split("-")[0] === language);
  return tag === undefined ? undefined : new Intl.Locale(tag).region;
}

/** Locale of all dates, times, numbers and lists in this language. */
export const readerLocale = (language: Language): string =>
  formattingTag(language, readerRegion(language));
