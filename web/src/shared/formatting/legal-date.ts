import { dateFormat } from "./formatters.ts";

/** "2025-01-15" or "2025-01". */
const ISO = /^(\d{4})-(\d\d)(?:-(\d\d))?$/;
/** "15 January 2025" or "January 2025". */
const ENGLISH = /^(?:(\d{1,2}) )?([A-Z][a-z]+) (\d{4})$/;
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The date of a legal text as the reader writes it. A date that the operator wrote in any other form stays as it is. */
export function formatLegalDate(written: string): string {
  const [, isoYear, isoMonth, isoDay] = ISO.exec(written) ?? [];
  const [, englishDay, englishMonth = "", englishYear] = ENGLISH.exec(written) ?? [];
  const day = isoDay ?? englishDay;
  const year = isoYear ?? englishYear;
  const month = isoMonth === undefined ? MONTHS.indexOf(englishMonth) : Number(isoMonth) - 1;
  const date = new Date(Date.UTC(Number(year), month, Number(day ?? 1)));
  // Undefined parts and days that do not exist, such as 31 February, make another month.
  if (date.getUTCMonth() !== month) return written;
  return dateFormat({
    year: "numeric",
    month: "long",
    ...(day !== undefined && { day: "numeric" }),
    timeZone: "UTC",
  }).format(date);
}
