import { i18n } from "@lingui/core";

/**
 * The locale of every date, hour and number. English texts are written the way most of our communities write dates:
 * "Fri 20 Nov", "20 Nov 2026", 24 hours.
 */
export const formattingLocale = (): string => (i18n.locale === "" || i18n.locale === "en" ? "en-GB" : i18n.locale);
