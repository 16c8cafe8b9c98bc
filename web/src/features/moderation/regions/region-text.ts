import { i18n } from "@lingui/core";

export const formatMegabytes = (bytes: number): string =>
  i18n.number(bytes / 1e6, {
    style: "unit",
    unit: "megabyte",
    maximumSignificantDigits: bytes < 1e6 ? 1 : 2,
  });
