import { useLingui } from "@lingui/react/macro";

/** The date of a legal text. */
export function LastUpdated({ date }: { date: string }) {
  const { t } = useLingui();
  return <p className="mt-2 text-sm text-ink-3">{t`Last updated: ${date}`}</p>;
}
