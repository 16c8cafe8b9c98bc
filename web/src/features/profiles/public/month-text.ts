import { formattingLocale } from "#shared/formatting/formatting-locale.ts";

/** Formats an instant or YYYY-MM as a month, such as "March 2025". */
export const monthText = (month: string): string =>
  new Intl.DateTimeFormat(formattingLocale(), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(month));
