import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { Place } from "@commonlane/contract/shapes";
import type { Person, World } from "./world.ts";

/** Towns along the Rhine, from south to north. */
export const towns = {
  freiburg: { placeId: "gn:2925177", label: "Freiburg im Breisgau, Germany", lat: 47.9959, lng: 7.8522 },
  karlsruhe: { placeId: "gn:2892794", label: "Karlsruhe, Germany", lat: 49.0094, lng: 8.4044 },
  mainz: { placeId: "gn:2874225", label: "Mainz, Germany", lat: 49.9842, lng: 8.2791 },
  koblenz: { placeId: "gn:2886946", label: "Koblenz, Germany", lat: 50.3536, lng: 7.5788 },
  bonn: { placeId: "gn:2946447", label: "Bonn, Germany", lat: 50.7344, lng: 7.0955 },
  koeln: { placeId: "gn:2886242", label: "Köln, Germany", lat: 50.9331, lng: 6.95 },
} as const satisfies Record<string, Place>;

/** A day after the held clock's start, 07:45 in Freiburg. */
export const TOMORROW = "2026-01-02T06:45:00.000Z";

/** Freiburg to Köln by Mainz, 3 seats, 18 €, unless said otherwise. */
export const freiburgToKoeln = {
  origin: towns.freiburg,
  destination: towns.koeln,
  stops: [towns.mainz],
  departsAt: TOMORROW,
  seatsTotal: 3,
  contribution: { amountMinor: 1800, currency: "EUR" },
};

/** Offers a ride through the API; fails the test when it is refused. */
export async function hostRide(world: World, host: Person, said: object = {}): Promise<Ride> {
  const { status, body } = await world.call<Ride>("POST", "/rides", {
    as: host,
    body: { ...freiburgToKoeln, ...said },
  });
  if (status !== 201) throw new Error(`Hosting answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** One seeker's request and what its two sides can do with it. */
export async function askForSeats(world: World, ride: Ride, host: Person, said: object = {}, seeker?: Person) {
  const as = seeker ?? (await world.person());
  const asked = await world.call<SeatRequest & { code?: string }>("POST", `/rides/${ride.id}/request`, {
    as,
    body: said,
  });
  const { id } = asked.body;
  const decide = (how: string, by: Person, body?: object) =>
    world.call<SeatRequest & { code?: string; current?: SeatRequest }>(
      "POST",
      `/rides/${ride.id}/requests/${id}/${how}`,
      {
        as: by,
        body,
      },
    );
  return {
    seeker: as,
    asked,
    accept: (by = host) => decide("accept", by),
    reject: (by = host, body?: object) => decide("reject", by, body),
    end: (by = as) => world.call<SeatRequest & { code?: string }>("DELETE", `/rides/requests/${id}`, { as: by }),
  };
}

/** Free seats on each leg, as the host sees them. */
export async function seatsLeft(world: World, ride: Ride, host: Person): Promise<number[]> {
  return (await world.call<Ride>("GET", `/rides/${ride.id}`, { as: host })).body.seatsLeftByLeg;
}

export const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

/** Karlsruhe to Bonn, some time tomorrow morning, for one, unless said otherwise. */
export const karlsruheToBonn = {
  origin: towns.karlsruhe,
  destination: towns.bonn,
  departsAfter: "2026-01-02T06:00:00.000Z",
  departsBefore: "2026-01-02T12:00:00.000Z",
};

/** The same for whoever searches, on the whole of that day. */
export const searchThatDay = {
  fromLat: towns.karlsruhe.lat,
  fromLng: towns.karlsruhe.lng,
  toLat: towns.bonn.lat,
  toLng: towns.bonn.lng,
  departsAfter: "2026-01-01T23:00:00Z",
  departsBefore: "2026-01-02T23:00:00Z",
};

/** Posts a ride request through the API; fails the test when it is refused. */
export async function postRequest(world: World, seeker: Person, said: object = {}): Promise<RideRequest> {
  const { status, body } = await world.call<RideRequest>("POST", "/requests", {
    as: seeker,
    body: { ...karlsruheToBonn, ...said },
  });
  if (status !== 201) throw new Error(`Posting answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

type OfferAnswer = Offer & { code?: string; current?: Offer; fields?: Record<string, string> };

/** One driver's offer and what its two sides can do with it; with a new ride, unless `said` names one. */
export async function offerOn(world: World, request: RideRequest, seeker: Person, said: object = {}, by?: Person) {
  const driver = by ?? (await world.person());
  const made = await world.call<OfferAnswer>("POST", `/rides/requests/${request.id}/offer`, {
    as: driver,
    body: "rideId" in said ? said : { departsAt: TOMORROW, seats: 2, ...said },
  });
  const { id } = made.body;
  const decide = (how: string, as: Person, body?: object, headers: Record<string, string> = {}) =>
    world.call<OfferAnswer>("POST", `/rides/requests/${request.id}/offers/${id}/${how}`, { as, body, headers });
  return {
    driver,
    made,
    accept: (as = seeker, headers = {}) => decide("accept", as, undefined, headers),
    decline: (as = seeker, body?: object) => decide("decline", as, body),
    end: (as = driver, body?: object) => world.call<OfferAnswer>("DELETE", `/rides/offers/${id}`, { as, body }),
  };
}
