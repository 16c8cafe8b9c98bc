/** A month like "March 2025", of an instant or of YYYY-MM. */
export const monthText = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(month));
