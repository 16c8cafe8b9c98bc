import type { MeetingPointImport, SkipReason } from "@commonlane/contract/meeting-point-sources";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Notice } from "#shared/ui/Notice.tsx";

/** What an import of meeting points did, and which rows of the file it left out. */
export function ImportReport({ report }: { report: MeetingPointImport }) {
  const { t } = useLingui();
  const reasons = useReasons();
  const { source, removed, skipped } = report;
  const { points } = source;
  return (
    <Notice tone="ok">
      <p>
        {t`${plural(points, {
          one: "# place imported",
          other: "# places imported",
        })}`}
        {removed > 0 &&
          ` · ${t`${plural(removed, {
            one: "# removed",
            other: "# removed",
          })}`}`}
      </p>
      {skipped.length > 0 && (
        <>
          <p className="mt-2">{t`Rows that were left out:`}</p>
          <ul className="list-disc ps-5">
            {skipped.map(({ reason, rows, lines }) => {
              const shown = lines.join(", ");
              return (
                <li key={reason}>
                  {reasons[reason]}: {rows}{" "}
                  <span className="text-ink-2">
                    {rows > lines.length ? t`(lines ${shown}, …)` : t`(lines ${shown})`}
                  </span>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Notice>
  );
}

function useReasons(): Record<SkipReason, string> {
  const { t } = useLingui();
  return {
    noId: t`No id`,
    noName: t`No name`,
    noPosition: t`No position`,
    duplicate: t`The id is there twice`,
    contactDetails: t`Contact details in the name`,
    closed: t({
      comment: "A place that may not be used.",
      message: "Closed",
    }),
    outside: t`Too far away`,
    partOfStation: t`Part of a station`,
  };
}
