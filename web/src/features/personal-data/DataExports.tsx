import { type DataExport, personalData } from "@commonlane/contract/personal-data";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { download } from "#shared/api/download.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { Button } from "#shared/ui/Button.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { numberFormat } from "#shared/formatting/formatters.ts";
import { ownExports, useRequestExport } from "./personal-data.queries.ts";
import { formatUserDate, formatUserDateTime } from "#shared/formatting/user-time-zone.ts";

/** Requests an export of the user's data and downloads it. */
export function DataExports() {
  const { t } = useLingui();
  const exportsQuery = useQuery(ownExports);
  const exports = exportsQuery.data;
  const requestExport = useRequestExport();
  const isBeingMade =
    requestExport.isPending || exports?.some(({ state }) => state === "making") === true;
  return (
    <div className="grid gap-3">
      <div>
        <h3 className="font-bold">{t`Export your data`}</h3>
        <p className="text-sm text-ink-3">
          {t`All your data in one ZIP file, as a readable page and as JSON. Only you can download it, for ${communitySettings.retentionDays.exports} days.`}
        </p>
      </div>
      {!exports && exportsQuery.error && <NotLoaded query={exportsQuery} />}
      {exports && exports.length > 0 && (
        <ul className="grid divide-y divide-line card">
          {exports.map((dataExport) => (
            <ExportRow key={dataExport.id} dataExport={dataExport} />
          ))}
        </ul>
      )}
      {requestExport.error && <Notice tone="bad">{requestExport.error.message}</Notice>}
      <Button
        variant="line"
        className="justify-self-start"
        busy={isBeingMade}
        onClick={() => !isBeingMade && requestExport.mutate()}
      >
        {isBeingMade ? t`Preparing your export…` : t`Export my data`}
      </Button>
    </div>
  );
}

const ICONS = {
  making: "clock",
  failed: "alert",
  ready: "check-circle",
} as const;

function ExportRow({ dataExport }: { dataExport: DataExport }) {
  const { t } = useLingui();
  const { busy, error, attempt } = useAttempt();
  const { id, state, requestedAt, expiresAt, bytes } = dataExport;
  const day = formatUserDateTime(requestedAt);
  const downloadFile = () => download(personalData.file, { params: { exportId: id } }, name);
  const name = `${communitySettings.name.toLowerCase().replaceAll(/\W+/g, "-")}-${requestedAt.slice(0, 10)}.zip`;
  const statusTexts = {
    making: t`Preparing…`,
    failed: t`The export failed. Please try again.`,
    ready: t`${sizeText(bytes ?? 0)}, available until ${formatUserDate(expiresAt ?? requestedAt)}`,
  };
  return (
    <li className="grid gap-2 p-2 ps-4">
      <div className="flex items-center gap-3">
        <Icon name={ICONS[state]} className="text-ink-3" />
        <div className="min-w-0 flex-1 py-1">
          <p className="font-semibold">{t`Export of ${day}`}</p>
          <p role="status" className="text-sm text-ink-3">
            {statusTexts[state]}
          </p>
        </div>
        {state === "ready" && (
          <Button
            variant="soft"
            busy={busy}
            aria-label={t`Download the export of ${day}`}
            onClick={() => {
              if (!busy)
                void attempt(
                  t`Couldn't download the file. Check your connection and try again.`,
                  downloadFile,
                );
            }}
          >
            {t`Download`}
          </Button>
        )}
      </div>
      <ErrorNotice error={error} />
    </li>
  );
}

/** Human-readable size, such as 3 kB or 1.2 MB. */
function sizeText(bytes: number): string {
  const isSmall = bytes < 1_000_000;
  const unit = isSmall ? "kilobyte" : "megabyte";
  const size = isSmall ? Math.ceil(bytes / 1000) : bytes / 1_000_000;
  return numberFormat({
    style: "unit",
    unit,
    maximumFractionDigits: 1,
  }).format(size);
}
