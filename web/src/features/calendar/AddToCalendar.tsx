import { calendar } from "@commonlane/contract/calendar";
import { useLingui } from "@lingui/react/macro";
import { download } from "#shared/api/download.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";

/** Downloads the user's calendar entry for a ride they host or have a seat on. */
export function AddToCalendar({ rideId }: { rideId: string }) {
  const { t } = useLingui();
  const { busy, error, attempt } = useAttempt();
  const save = () =>
    attempt(t`Couldn't reach the server. Try again.`, () =>
      download(calendar.ofRide, { params: { rideId } }, "ride.ics"),
    );
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button
          variant="line"
          icon="calendar"
          busy={busy}
          onClick={() => void save()}
        >{t`Add to calendar`}</Button>
        <Link
          to="/settings/calendar"
          className="inline-flex min-h-11 items-center text-sm font-semibold text-brand-ink underline underline-offset-4"
        >
          {t`Always up to date: subscribe`}
        </Link>
      </div>
      {error && <Notice tone="bad">{error}</Notice>}
    </div>
  );
}
