import { freiburgToKoeln, searchWholeDay } from "../fixtures/rides.ts";
import type { Role, Scenario } from "./scenario.ts";

/** Parts of a request; parameters that do not occur in its path are ignored. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, string | undefined>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object | undefined;
}
export type BuildRequest = (scene: Scenario, role: Role) => RequestParts;

interface Variant {
  readonly of: string;
  readonly build: BuildRequest;
}
/** Endpoints of a ride on which a seat is reserved. */
const ON_RIDE = [
  "rides.one",
  "rideContacts.onRide",
  "chat.ofRide",
  "tripOutcomes.ofRide",
  "ratings.onRide",
  "standby.queue",
  "tripSafety.ofRide",
  "tripSafety.share",
];

/** The same endpoint for a record with its own rules. */
export const variants: Readonly<Record<string, Variant>> = {
  "rides.one#made": {
    of: "rides.one",
    build: ({ madeRideId }) => ({ params: { rideId: madeRideId } }),
  },
  "rides.ofHost#made": {
    of: "rides.ofHost",
    build: ({ people }) => ({ params: { uid: people.passenger.uid } }),
  },
  "rides.search#made": {
    of: "rides.search",
    build: () => ({
      query: {
        ...searchWholeDay,
        departsAfter: "2026-01-06T00:00:00Z",
        departsBefore: "2026-01-06T23:00:00Z",
      },
    }),
  },
  "seatRequests.request#made": {
    of: "seatRequests.request",
    build: ({ madeRideId }) => ({ params: { rideId: madeRideId }, body: {} }),
  },
  "rideRequests.one#matched": {
    of: "rideRequests.one",
    build: ({ matchedId }) => ({ params: { requestId: matchedId } }),
  },
  "offers.ofRequest#matched": {
    of: "offers.ofRequest",
    build: ({ matchedId }) => ({ params: { requestId: matchedId } }),
  },
  "offers.end#accepted": {
    of: "offers.end",
    build: ({ acceptedOfferId }) => ({ params: { offerId: acceptedOfferId } }),
  },
  "seatRequests.end#waiting": {
    of: "seatRequests.end",
    build: ({ waitingId }) => ({ params: { requestId: waitingId } }),
  },
  "seatRequests.end#wish": {
    of: "seatRequests.end",
    build: ({ openRequestId }) => ({ params: { requestId: openRequestId } }),
  },
  "ratings.reply#blind": {
    of: "ratings.reply",
    build: ({ blindId }) => ({ params: { ratingId: blindId }, body: { text: "Thank you" } }),
  },
  "ratings.change#published": { of: "ratings.change", build: () => ({ body: { rating: 4 } }) },
  "moderation.hideRating#blind": {
    of: "moderation.hideRating",
    build: ({ blindId }) => ({ params: { ratingId: blindId }, body: { reason: "A test" } }),
  },
  ...Object.fromEntries(
    ON_RIDE.map((of): [string, Variant] => [
      `${of}#held`,
      { of, build: ({ fullRideId }) => ({ params: { rideId: fullRideId } }) },
    ]),
  ),
  "seatRequests.confirm#held": {
    of: "seatRequests.confirm",
    build: ({ heldId }) => ({ params: { requestId: heldId } }),
  },
  "seatRequests.end#held": {
    of: "seatRequests.end",
    build: ({ heldId }) => ({ params: { requestId: heldId } }),
  },
  "tripOutcomes.markPaid#held": {
    of: "tripOutcomes.markPaid",
    build: ({ heldId }) => ({ params: { outcomeId: heldId }, body: { paid: true } }),
  },
  "reports.create#ride": {
    of: "reports.create",
    build: ({ rideId }) => ({ body: { about: { kind: "ride", id: rideId }, reason: "scam" } }),
  },
  "rides.host#for-another": {
    of: "rides.host",
    build: ({ people }, role) => ({
      body: { ...freiburgToKoeln, hostId: role === "host" ? people.stranger.uid : people.host.uid },
    }),
  },
  "rides.ofHost#own": {
    of: "rides.ofHost",
    build: (scene, role) => ({ params: { uid: uidOf(scene, role) } }),
  },
};

const uidOf = ({ people }: Scenario, role: Role) =>
  role === "nobody" ? people.host.uid : people[role].uid;
