import { dateFormat } from "#shared/formatting/formatters.ts";

/** Formats an instant or YYYY-MM as a month, such as "March 2025". */
export const monthText = (month: string): string =>
  dateFormat({
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(month));
