import { i18n } from "@lingui/core";

/** Such as "house numbers" for `houseNumbers`. */
export const spellName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();

export const formatMegabytes = (bytes: number): string =>
  i18n.number(bytes / 1e6, {
    style: "unit",
    unit: "megabyte",
    maximumSignificantDigits: bytes < 1e6 ? 1 : 2,
  });
