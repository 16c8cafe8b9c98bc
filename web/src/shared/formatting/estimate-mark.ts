import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Precedes an estimate, with a space that does not break. EstimateText reads it out as "about". */
export const ESTIMATE_MARK = "≈\u00A0";

/** The word that is read out for the mark. */
export const aboutText = (): string => i18n._(msg`about`);

/** Text as it is read out: "about 14:10". For labels that only screen readers get; elsewhere use EstimateText. */
export const toSpokenText = (text: string): string =>
  text.replaceAll(ESTIMATE_MARK, `${aboutText()} `);
