import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { formatDay, townName, formatTime } from "#shared/formatting/format.ts";
import { pickupPlaceName } from "#shared/places/pickup-place.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { isUnconfirmed } from "../request-status.ts";
import { driverStops, type DriverStop, usePassengers } from "./driver-stops.ts";
import { navigationLink } from "./navigation-link.ts";

interface DriverSheetProps {
  readonly ride: Ride;
  /** Ways to reach a passenger, and their pickup; other features fill them. */
  readonly renderContact: (passenger: SeatRequest) => ReactNode;
  readonly renderPickup: (passenger: SeatRequest) => ReactNode;
}

/** What the host needs on the road: every stop in driving order, who gets in or out, and how to find and reach them. */
export function DriverSheet({ ride, renderContact, renderPickup }: DriverSheetProps) {
  const { t } = useLingui();
  const { passengers = [] } = usePassengers(ride.id);
  if (passengers.length === 0) return null;
  const stops = driverStops(ride, passengers);
  const hasChat = passengers.some((passenger) => !isUnconfirmed(passenger));
  return (
    <section aria-labelledby="driver-sheet" data-printed className="grid gap-3 card p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2 id="driver-sheet" className="flex-1 basis-40 text-xl font-bold">
          {t`Driver sheet`}
        </h2>
        {hasChat && (
          <span className="print:hidden">
            <MessageButton to={{ ofRide: ride.id }}>{t`Ride chat`}</MessageButton>
          </span>
        )}
        <Button variant="ghost" size="sm" className="print:hidden" onClick={() => print()}>
          {t`Print`}
        </Button>
      </header>
      <p className="hidden print:block">
        {t`${townName(ride.origin.label)} to ${townName(ride.destination.label)}`},{" "}
        {formatDay(ride.departsAt, ride.timeZone)}
      </p>
      <ol aria-labelledby="driver-sheet" className="grid divide-y divide-line">
        {stops.map((stop) => (
          <StopRow
            key={stop.key}
            stop={stop}
            ride={ride}
            renderContact={renderContact}
            renderPickup={renderPickup}
          />
        ))}
      </ol>
    </section>
  );
}

function StopRow({
  stop,
  ride,
  renderContact,
  renderPickup,
}: DriverSheetProps & { stop: DriverStop }) {
  const { t } = useLingui();
  const { place, getIn, getOut, seatsOnBoard } = stop;
  const name = pickupPlaceName(place);
  const link = navigationLink(place, navigator.userAgent);
  return (
    <li className="grid grid-cols-[auto_1fr_auto] gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <span className="num pt-0.5">{formatTime(stop.at, ride.timeZone)}</span>
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        {seatsOnBoard > 0 && (
          <p className="text-sm text-ink-3">
            {t`${plural(seatsOnBoard, {
              one: "# seat taken from here",
              other: "# seats taken from here",
            })}`}
          </p>
        )}
      </div>
      <a
        href={link}
        {...(link.startsWith("https:") && {
          target: "_blank",
          rel: "noreferrer",
        })}
        aria-label={t`Navigate to ${name}`}
        title={t`Navigate to ${name}`}
        className="grid size-11 place-items-center rounded-md text-brand-ink hover:bg-sunken print:hidden"
      >
        <Icon name="compass" className="size-6" />
      </a>
      {getOut.length + getIn.length > 0 && (
        <ul className="col-span-full grid gap-2 ps-2">
          {getOut.map((passenger) => (
            <li key={passenger.id} className="flex items-center gap-2">
              <Icon name="arrow-start" className="size-4 text-ink-3" />
              <PassengerName passenger={passenger} text={t`gets out`} />
            </li>
          ))}
          {getIn.map((passenger) => (
            <li key={passenger.id} className="grid gap-2">
              <div className="flex flex-wrap items-center gap-2">
                <Icon name="arrow-end" className="size-4 text-ok" />
                <PassengerName
                  passenger={passenger}
                  text={t`gets in`}
                  isUnconfirmed={isUnconfirmed(passenger)}
                />
                {renderContact(passenger)}
              </div>
              {!isUnconfirmed(passenger) && renderPickup(passenger)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface PassengerNameProps {
  readonly passenger: SeatRequest;
  readonly text: string;
  readonly isUnconfirmed?: boolean;
}

/** A passenger with seats, and what happens at this stop. */
function PassengerName({ passenger, text, isUnconfirmed = false }: PassengerNameProps) {
  const { t } = useLingui();
  const seats = t`${plural(passenger.seats, {
    one: "# seat",
    other: "# seats",
  })}`;
  return (
    <p className="min-w-0 flex-1 wrap-anywhere">
      <span className="font-semibold">{passenger.seeker.displayName}</span> {text} · {seats}
      {isUnconfirmed && <span className="text-warn"> · {t`Not confirmed yet`}</span>}
    </p>
  );
}
