import { useLingui } from "@lingui/react/macro";

/** Formats a duration in minutes or hours. */
export function useWaitText(): (seconds: number) => string {
  const { t, i18n } = useLingui();
  return (seconds) => {
    const minutes = Math.round(seconds / 60);
    const hours = i18n.number(minutes / 60, { maximumFractionDigits: 1 });
    return minutes < 120 ? t`${i18n.number(minutes)} min` : t`${hours} h`;
  };
}
