import { formattingLocale } from "#shared/formatting/formatting-locale.ts";

/** A month like "March 2025", of an instant or of YYYY-MM. */
export const monthText = (month: string): string =>
  new Intl.DateTimeFormat(formattingLocale(), { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(month),
  );
