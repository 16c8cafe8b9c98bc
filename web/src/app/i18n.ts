import { i18n, type I18n } from "@lingui/core";

/**
 * The English text in the source is the message itself: English needs no catalogue at run time, and missing
 * translations appear in English.
 */
export function startI18n(): I18n {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  return i18n;
}
