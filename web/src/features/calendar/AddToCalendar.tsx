import { calendar } from "@commonlane/contract/calendar";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { download } from "#shared/api/download.ts";
import { townName } from "#shared/formatting/format.ts";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";

/** Downloads the user's calendar entry for a ride they host or have a seat on. */
export function AddToCalendar({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { busy, error, attempt } = useAttempt();
  const save = () =>
    attempt(t`Couldn't reach the server. Try again.`, () =>
      download(calendar.ofRide, { params: { rideId: ride.id } }, calendarFileName(ride)),
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
          {t`Subscribe to all my rides`}
        </Link>
      </div>
      <ErrorNotice error={error} />
    </div>
  );
}

/** Such as "vaduz-zurich-2026-11-29.ics". */
function calendarFileName({ origin, destination, departsAt, timeZone }: Ride): string {
  const { date } = toDateAndTime(timeZone, departsAt);
  const words = `${townName(origin.label)} ${townName(destination.label)} ${date}`;
  const name = words
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  return `${name}.ics`;
}
