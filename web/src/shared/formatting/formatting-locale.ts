import { i18n } from "@lingui/core";

/**
 * Locale of all dates, times and numbers. English uses the European style of most communities: "Fri 20 Nov", "20 Nov
 * 2026", 24 hours.
 */
export const formattingLocale = (): string => (i18n.locale === "" || i18n.locale === "en" ? "en-GB" : i18n.locale);
