import { type DataExport, ownData } from "@commonlane/contract/own-data";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { download } from "#shared/download.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { operator } from "#shared/operator.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { formatLocale } from "#shared/wording/locale.ts";
import { ownDateText, ownMomentText } from "#shared/wording/own-date.ts";
import { ownExports, useAskForExport } from "./own-data.queries.ts";

/** Has everything that is known of one put into a file, and fetches it. */
export function Exports() {
  const { t } = useLingui();
  const { data: exports, error, refetch, isRefetching } = useQuery(ownExports);
  const ask = useAskForExport();
  const making = ask.isPending || exports?.some(({ state }) => state === "making") === true;
  return (
    <div className="grid gap-3">
      <div>
        <h3 className="font-bold">{t`Take your data along`}</h3>
        <p className="text-sm text-ink-3">
          {t`Everything we know of you in one ZIP: a page to read, and JSON for programs. It can be downloaded for ${operator.periods.exports} days, by you only.`}
        </p>
      </div>
      {!exports && error && (
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />
      )}
      {exports && exports.length > 0 && (
        <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
          {exports.map((made) => (
            <Row key={made.id} made={made} />
          ))}
        </ul>
      )}
      {ask.error && <Notice tone="bad">{ask.error.message}</Notice>}
      <Button variant="line" className="justify-self-start" busy={making} onClick={() => !making && ask.mutate()}>
        {making ? t`Your file is being made…` : t`Make a file of my data`}
      </Button>
    </div>
  );
}

function Row({ made }: { made: DataExport }) {
  const { t } = useLingui();
  const { busy, error, attempt } = useAttempt();
  const { id, state, askedAt, expiresAt, bytes } = made;
  const day = ownMomentText(askedAt);
  const fetchFile = () => download(ownData.file, { params: { exportId: id } }, name);
  const name = `${operator.name.toLowerCase().replaceAll(/\W+/g, "-")}-${askedAt.slice(0, 10)}.zip`;
  const facts = {
    making: t`Being made…`,
    failed: t`It could not be made. Please try again.`,
    ready: t`${sizeText(bytes ?? 0)}, until ${ownDateText(expiresAt ?? askedAt)}`,
  };
  return (
    <li className="grid gap-2 p-2 ps-4">
      <div className="flex items-center gap-3">
        <Icon
          name={state === "failed" ? "alert" : state === "ready" ? "check-circle" : "clock"}
          className="text-ink-3"
        />
        <div className="min-w-0 flex-1 py-1">
          <p className="font-semibold">{t`Your data of ${day}`}</p>
          <p role="status" className="text-sm text-ink-3">
            {facts[state]}
          </p>
        </div>
        {state === "ready" && (
          <Button
            variant="soft"
            busy={busy}
            aria-label={t`Download your data of ${day}`}
            onClick={() => {
              if (!busy) void attempt(t`The file did not come. Check your connection and try again.`, fetchFile);
            }}
          >
            {t`Download`}
          </Button>
        )}
      </div>
      {error && <Notice tone="bad">{error}</Notice>}
    </li>
  );
}

/** As people say it: 3 kB, 1.2 MB. */
function sizeText(bytes: number): string {
  const small = bytes < 1_000_000;
  const unit = small ? "kilobyte" : "megabyte";
  const size = small ? Math.ceil(bytes / 1000) : bytes / 1_000_000;
  return new Intl.NumberFormat(formatLocale(), { style: "unit", unit, maximumFractionDigits: 1 }).format(size);
}
