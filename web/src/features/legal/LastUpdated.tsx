import { useLingui } from "@lingui/react/macro";
import { formatLegalDate } from "#shared/formatting/legal-date.ts";

/** The date of a legal text. */
export function LastUpdated({ date }: { date: string }) {
  const { t } = useLingui();
  return <p className="mt-2 text-sm text-ink-3">{t`Last updated: ${formatLegalDate(date)}`}</p>;
}
