import type { TripOutcome } from "@commonlane/contract/trip-outcomes";
import type { PublicPerson } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "#shared/api/error-text.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { CallLink } from "./RideContacts.tsx";
import { NoShowReport } from "./NoShowReport.tsx";
import { contactsOfRide, tripOutcomesOfRide, useMarkPaid } from "./trip-outcomes.queries.ts";
import { Pickup } from "./Pickup.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";

/** Pickup, contribution and no-show for the people on a ride; renders nothing for others. */
export function RideTripOutcomes({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const { data, error, isRefetching, refetch } = useQuery(tripOutcomesOfRide(ride.id));
  const isHost = ride.hostId === uid;
  const visibleOutcomes = (data?.items ?? []).filter(
    (tripOutcome) => isHost || tripOutcome.seekerId === uid,
  );
  const contacts =
    useQuery({
      ...contactsOfRide(ride.id),
      enabled: visibleOutcomes.length > 0,
    }).data?.items ?? [];
  if (!data && error) {
    return (
      <ErrorState
        className="card"
        message={errorText(
          error,
          t`Couldn't load the people on this ride. Check your connection and try again.`,
        )}
        onRetry={() => void refetch()}
        retrying={isRefetching}
      />
    );
  }
  if (visibleOutcomes.length === 0) return null;
  return (
    <section aria-labelledby="trip-outcomes" className="grid gap-3">
      <h2 id="trip-outcomes" className="text-xl font-bold">{t`On this ride`}</h2>
      <ul className="grid gap-3">
        {visibleOutcomes.map((tripOutcome) => {
          const otherPerson = getOtherPerson(tripOutcome, ride, isHost);
          const contact = contacts.find(({ person }) => person.uid === otherPerson.uid);
          return (
            <TripOutcomeItem
              key={tripOutcome.id}
              {...{
                tripOutcome,
                ride,
                isHost,
                otherPerson,
              }}
              phone={contact?.phone}
            />
          );
        })}
      </ul>
    </section>
  );
}

/** Name of the other person. */
function getOtherPerson(tripOutcome: TripOutcome, { host }: Ride, isHost: boolean): PublicPerson {
  return isHost ? tripOutcome.seeker : host;
}

interface TripOutcomeItemProps {
  tripOutcome: TripOutcome;
  ride: Ride;
  isHost: boolean;
  otherPerson: PublicPerson;
  /** Phone number that the other person shares. */
  phone: string | undefined;
}

function TripOutcomeItem({ tripOutcome, ride, isHost, otherPerson, phone }: TripOutcomeItemProps) {
  const name = otherPerson.displayName;
  const isUndisputed = tripOutcome.dispute === null;
  const isRideOver = ride.status === "completed" || ride.status === "cancelled";
  // Until then the host finds phone number and PIN on the driver sheet.
  const isOnSheet = isHost && !isRideOver;
  return (
    <li className="grid gap-3 card p-4">
      <p className="font-semibold">{name}</p>
      {phone && !isOnSheet && <CallLink name={name} phone={phone} />}
      {isUndisputed && !isOnSheet && (tripOutcome.pickedUpAt !== null || !isRideOver) && (
        <Pickup tripOutcome={tripOutcome} isHost={isHost} name={name} />
      )}
      {ride.contribution && isUndisputed && (
        <PaidCheckbox tripOutcome={tripOutcome} isHost={isHost} name={name} />
      )}
      <NoShowReport tripOutcome={tripOutcome} isHost={isHost} name={name} />
    </li>
  );
}

/** The user's own mark that the contribution was paid or received, and that of the other side. No money is moved. */
function PaidCheckbox({
  tripOutcome,
  isHost,
  name,
}: {
  tripOutcome: TripOutcome;
  isHost: boolean;
  name: string;
}) {
  const { t } = useLingui();
  const markPaid = useMarkPaid(tripOutcome.id);
  const { paidAt, receivedAt } = tripOutcome;
  const isOwnTicked = (isHost ? receivedAt : paidAt) !== null;
  const isOtherTicked = (isHost ? paidAt : receivedAt) !== null;
  const otherText = isHost ? t`${name} says they've paid.` : t`${name} says they've received it.`;
  return (
    <CheckField
      label={isHost ? t`I have received the contribution` : t`I have paid the contribution`}
      hint={
        isOtherTicked
          ? otherText
          : t`This is just a note for the two of you. You settle the payment yourselves.`
      }
      error={markPaid.error ? errorText(markPaid.error) : undefined}
      checked={markPaid.isPending ? markPaid.variables : isOwnTicked}
      onChange={(paid) => markPaid.mutate(paid)}
    />
  );
}
