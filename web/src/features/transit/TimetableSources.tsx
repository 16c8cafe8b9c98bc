import type { TimetableSource } from "@commonlane/contract/transit";
import { useLingui } from "@lingui/react/macro";
import { formatList, formatTime } from "#shared/formatting/format.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";

/** Publisher and licence of the timetables, and of when their delays are. */
export function TimetableSources({ sources }: { sources: readonly TimetableSource[] }) {
  const { t } = useLingui();
  const names = formatList(
    sources.map(({ name, attribution, licence }) =>
      licence === null ? `${name} (${attribution})` : `${name} (${attribution}, ${licence})`,
    ),
  );
  const updates = sources.flatMap(({ updatedAt }) => updatedAt ?? []).toSorted();
  const [oldest] = updates;
  const updated = oldest && formatTime(oldest, userTimeZone());
  const isExample = sources.some((source) => source.isExample);
  return (
    <p className="text-xs text-ink-3">
      {updated === undefined
        ? t`Timetable: ${names}. Without delays.`
        : t`Timetable: ${names}. Delays as of ${updated}.`}{" "}
      {isExample && t`These times are made up.`}
    </p>
  );
}
