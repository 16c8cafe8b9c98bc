import type { TimetableSource } from "@commonlane/contract/transit";
import { useLingui } from "@lingui/react/macro";
import { formatList } from "#shared/formatting/format.ts";

/** Publisher and licence of the timetables, and a note that they show planned times. */
export function TimetableSources({ sources }: { sources: readonly TimetableSource[] }) {
  const { t } = useLingui();
  const names = formatList(
    sources.map(({ name, attribution, licence }) =>
      licence === null ? `${name} (${attribution})` : `${name} (${attribution}, ${licence})`,
    ),
  );
  const isExample = sources.some((source) => source.isExample);
  return (
    <p className="text-xs text-ink-3">
      {t`Timetable: ${names}. Without delays.`} {isExample && t`These times are made up.`}
    </p>
  );
}
