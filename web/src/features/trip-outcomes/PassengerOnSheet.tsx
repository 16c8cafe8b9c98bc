import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride } from "@commonlane/contract/rides";
import type { PublicPerson } from "@commonlane/contract/profiles";
import { useQuery } from "@tanstack/react-query";
import { useNow } from "#shared/use-now.ts";
import { CallLink } from "./RideContacts.tsx";
import { Pickup } from "./Pickup.tsx";
import { contactsOfRide, tripOutcomesOfRide } from "./trip-outcomes.queries.ts";

/** Phone number of a passenger, while it is shared with the host. */
export function PassengerPhone({ rideId, person }: { rideId: string; person: PublicPerson }) {
  const contacts = useQuery(contactsOfRide(rideId)).data?.items ?? [];
  const contact = contacts.find(({ person: { uid } }) => uid === person.uid);
  return contact ? <CallLink name={person.displayName} phone={contact.phone} /> : null;
}

/** Field for the PIN of a passenger, from an hour before the departure. */
export function PassengerPickup({
  ride,
  requestId,
  name,
}: {
  ride: Ride;
  requestId: string;
  name: string;
}) {
  const nowMs = useNow();
  const isSoon = Date.parse(ride.departsAt) - nowMs < HOUR_MS;
  const { data } = useQuery({
    ...tripOutcomesOfRide(ride.id),
    enabled: isSoon,
  });
  const tripOutcome = data?.items.find(({ id }) => id === requestId);
  if (!isSoon || !tripOutcome || tripOutcome.dispute !== null) return null;
  return <Pickup tripOutcome={tripOutcome} isHost name={name} />;
}
