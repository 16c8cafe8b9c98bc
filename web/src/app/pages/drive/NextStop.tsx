import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { DriverStop } from "#features/seat-requests/driver-sheet/driver-stops.ts";
import { navigationLink } from "#features/seat-requests/driver-sheet/navigation-link.ts";
import { PassengerPhone, PassengerPickup } from "#features/trip-outcomes/PassengerOnSheet.tsx";
import { useAnnounceDriver } from "#features/trip-safety/trip-safety.queries.ts";
import { formatTime } from "#shared/formatting/format.ts";
import { pickupPlaceName } from "#shared/places/pickup-place.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";

interface NextStopProps {
  readonly stop: DriverStop;
  readonly ride: Ride;
  /** Goes on to the next stop; undefined at the destination. */
  readonly onDone: (() => void) | undefined;
}

/** Where to drive now, who gets in or out there, and what to tap: targets for one thumb. */
export function NextStop({ stop, ride, onDone }: NextStopProps) {
  const { t } = useLingui();
  const { place, at, getIn, getOut } = stop;
  const name = pickupPlaceName(place);
  const link = navigationLink(place, navigator.userAgent);
  const confirmed = getIn.filter(({ confirmBy }) => confirmBy === null || confirmBy === undefined);
  return (
    <section
      aria-labelledby="next-stop"
      className="grid gap-4 rounded-lg border-2 border-brand bg-surface p-4"
    >
      <div>
        <p className="text-ink-2">{t`Next stop`}</p>
        <h2 id="next-stop" className="text-3xl leading-tight font-bold wrap-anywhere">
          {name}
        </h2>
        <p className="num mt-1 text-2xl">{formatTime(at, ride.timeZone)}</p>
      </div>
      <a
        href={link}
        {...(link.startsWith("https:") && {
          target: "_blank",
          rel: "noreferrer",
        })}
        className={cx(buttonClasses("solid", "lg"), "min-h-16 text-xl")}
      >
        <Icon name="compass" />
        {t`Navigate`}
      </a>
      {confirmed.length > 0 && <HereButton ride={ride} passengers={confirmed} />}
      {getOut.map((passenger) => (
        <PersonLine key={passenger.id} passenger={passenger} text={t`gets out`} />
      ))}
      {getIn.map((passenger) => (
        <div key={passenger.id} className="grid gap-2">
          <PersonLine passenger={passenger} text={t`gets in`} />
          <PassengerPhone rideId={ride.id} person={passenger.seeker} />
          <PassengerPickup
            ride={ride}
            requestId={passenger.id}
            name={passenger.seeker.displayName}
          />
        </div>
      ))}
      {onDone && (
        <Button variant="line" size="lg" className="min-h-16 text-xl" onClick={onDone}>
          {t`Go on to the next stop`}
        </Button>
      )}
    </section>
  );
}

/** Notifies those who get in here that the car is there. */
function HereButton({ ride, passengers }: { ride: Ride; passengers: readonly SeatRequest[] }) {
  const { t } = useLingui();
  const announce = useAnnounceDriver(ride.id);
  const count = passengers.length;
  if (announce.isSuccess)
    return (
      <Notice tone="ok">
        {t`${plural(count, {
          one: "Your passenger knows that you're here.",
          other: "Your passengers know that you're here.",
        })}`}
      </Notice>
    );
  return (
    <>
      <Button
        variant="soft"
        size="lg"
        icon="pin"
        className="min-h-16 text-xl"
        busy={announce.isPending}
        onClick={() => announce.mutate(passengers.map(({ seekerId }) => seekerId))}
      >
        {t`I'm here`}
      </Button>
      {announce.isPaused && <Notice tone="info">{t`Waiting for connection`}</Notice>}
      <ErrorNotice error={announce.error} />
    </>
  );
}

function PersonLine({ passenger, text }: { passenger: SeatRequest; text: string }) {
  const { t } = useLingui();
  const seats = t`${plural(passenger.seats, {
    one: "# seat",
    other: "# seats",
  })}`;
  return (
    <p className="text-lg wrap-anywhere">
      <span className="font-bold">{passenger.seeker.displayName}</span> {text} · {seats}
    </p>
  );
}
