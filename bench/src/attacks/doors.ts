import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { distanceM, type LatLng } from "@commonlane/matching/geo";
import { logProgress, median, row, type Row } from "../bench.ts";
import { type Community, departure, type Person } from "./community.ts";
import { fitArea, fitPlace } from "./fit-place.ts";
import type { BookedLength, Landscape, SearchedDetour } from "./landscapes.ts";

const SEARCHES = 40;
const BOOKINGS = 3;
const BOOKINGS_IN_SQUARE = 25;
/** By how much an estimate may be closer than the middle of the square, which everyone is shown. */
const MOST_GAINED_M = 20;

const ATTACKS: Readonly<Record<Attack, string>> = {
  searching: "a passenger, forty searches",
  booking: "booking elsewhere and cancelling, three times",
  order: "booking in the square and cancelling, 25 times",
  cancelled: "a cancelled passenger, forty searches",
};
type Attack = "searching" | "booking" | "order" | "cancelled";
const NAMES = ["searching", "booking", "order", "cancelled"] as const satisfies readonly Attack[];

/** What passengers learn about the door of another passenger: nothing beyond its square. */
export async function attackDoors(community: Community, landscape: Landscape): Promise<Row[]> {
  const { name, middle, doors } = landscape;
  const offM: Record<Attack, number[]> = { searching: [], booking: [], order: [], cancelled: [] };
  const middleOffM = doors.map((door) => distanceM(middle, door));
  const controlM: number[] = [];
  const shown: (readonly number[])[] = [];
  for (const [n, door] of doors.entries()) {
    const learned = await learn(community, landscape, { door, day: 3 + n });
    shown.push(learned.values);
    const places = await estimate(landscape, learned);
    for (const attack of NAMES) offM[attack].push(distanceM(places[attack], door));
    controlM.push(await attackShownStop(community, landscape, { door, day: 13 + n }));
    logProgress(`${name}: door ${n + 1} of ${doors.length}`);
  }

  const [first = [], second = []] = shown;
  const different = first.filter((value, n) => value !== second[n]).length;
  return [
    row(
      `${name}: of ${first.length} values shown for two doors of one square, different`,
      different,
      {
        unit: "",
        atMost: 0,
      },
    ),
    row(`${name}: control, a stop that everyone sees is found to, median`, median(controlM), {
      unit: "m",
      digits: 1,
    }),
    row(`… the middle of the square is from the door, median`, median(middleOffM), { unit: "m" }),
    ...NAMES.flatMap((attack) => {
      const found = offM[attack];
      const gained = found.map((off, n) => Math.round((middleOffM[n] ?? 0) - off));
      return [
        row(`${name}, ${ATTACKS[attack]}: the estimate is from the door, median`, median(found), {
          unit: "m",
        }),
        row(`… closer than the middle of the square, median`, median(gained), {
          unit: "m",
          atMost: MOST_GAINED_M,
        }),
      ];
    }),
  ];
}

/** Where each attack finds the door. */
async function estimate(landscape: Landscape, learned: Learned): Promise<Record<Attack, LatLng>> {
  const fit = (errorsOf: (places: readonly LatLng[]) => Promise<readonly number[]>) =>
    fitPlace(landscape.middle, errorsOf, landscape.stepM);
  return {
    searching: await fit((places) => landscape.searchErrors(places, learned.searched)),
    booking: await fit((places) => landscape.bookingErrors(places, learned.booked)),
    order: await fitArea(landscape.middle, (places) =>
      landscape.orderErrors(places, learned.bookedNext),
    ),
    cancelled: await fit((places) => landscape.searchErrors(places, learned.searchedAfterwards)),
  };
}

interface Where {
  readonly door: LatLng;
  readonly day: number;
}

async function hostRide(
  community: Community,
  { origin, destination, terms }: Landscape,
  day: number,
  stops: object[],
) {
  const host = await community.createPerson();
  const body = {
    origin,
    destination,
    stops,
    ...terms,
    departsAt: departure(day),
    seatsTotal: 4,
    approval: "instant",
  };
  return community.must<Ride>("POST", "/rides", { as: host, body });
}

const book = (community: Community, ride: Ride, as: Person, body: object) =>
  community.must<SeatRequest>("POST", `/rides/${ride.id}/request`, { as, body });

interface Learned {
  readonly searched: readonly SearchedDetour[];
  readonly booked: readonly BookedLength[];
  readonly bookedNext: readonly BookedLength[];
  readonly searchedAfterwards: readonly SearchedDetour[];
  /** Every number that was shown. */
  readonly values: readonly number[];
}

/** Everything that two other passengers learn about a ride on which somebody gets in at `door`. */
async function learn(
  community: Community,
  landscape: Landscape,
  { door, day }: Where,
): Promise<Learned> {
  const ride = await hostRide(community, landscape, day, []);
  await book(community, ride, await community.createPerson(), {
    pickup: { label: "Canary Lane 7", ...door },
  });
  const fellow = await community.createPerson();
  await book(community, ride, fellow, {});
  const searched = await searchAround(community, landscape, { ride, as: fellow });

  const booker = await community.createPerson();
  const values: number[] = [];
  const bookAt = async (at: LatLng): Promise<BookedLength> => {
    const seat = await book(community, ride, booker, { pickup: { label: "A place", ...at } });
    const shown = await community.must<Ride>("GET", `/rides/${ride.id}`, { as: booker });
    await community.must("DELETE", `/rides/requests/${seat.id}`, { as: booker });
    const times = [seat.pickupAt, seat.dropoffAt, ...shown.eta].map((at) =>
      secondsAfter(ride.departsAt, at),
    );
    values.push(shown.distanceM, shown.durationS, seat.detourM, seat.detourS, ...times);
    return { at, distanceM: shown.distanceM };
  };
  const booked: BookedLength[] = [];
  for (let n = 0; n < BOOKINGS; n++) booked.push(await bookAt(landscape.bookedAt(n)));
  const bookedNext: BookedLength[] = [];
  for (let n = 0; n < BOOKINGS_IN_SQUARE; n++) bookedNext.push(await bookAt(landscape.nextTo(n)));

  const searchedAfterwards = await searchAround(community, landscape, { ride, as: booker });
  values.push(...[...searched, ...searchedAfterwards].map(({ detourM }) => detourM));
  return { searched, booked, bookedNext, searchedAfterwards, values };
}

const secondsAfter = (from: string, instant: string) =>
  (Date.parse(instant) - Date.parse(from)) / 1000;

/** The same forty searches for a stop of the host, which everyone sees: shows what the attack can find. */
async function attackShownStop(
  community: Community,
  landscape: Landscape,
  { door, day }: Where,
): Promise<number> {
  const ride = await hostRide(community, landscape, day, [{ label: "Station", ...door }]);
  const as = await community.createPerson();
  const seen = await searchAround(community, landscape, { ride, as });
  const found = await fitPlace(
    landscape.middle,
    (places) => landscape.shownStopErrors(places, seen),
    landscape.stepM,
  );
  return distanceM(found, door);
}

/** The detours of one ride for pickups all around, as search shows them. */
async function searchAround(
  community: Community,
  landscape: Landscape,
  { ride, as }: { ride: Ride; as: Person },
) {
  const seen: SearchedDetour[] = [];
  const dayMs = Date.parse(ride.departsAt);
  for (let n = 0; n < SEARCHES; n++) {
    const from = landscape.searchedFrom(n);
    const query = {
      fromLat: from.lat,
      fromLng: from.lng,
      toLat: landscape.destination.lat,
      toLng: landscape.destination.lng,
      departsAfter: new Date(dayMs - 7_200_000).toISOString(),
      departsBefore: new Date(dayMs + 12 * 3_600_000).toISOString(),
      walkM: 0,
      limit: 50,
    };
    const { items } = await community.must<{ items: RideSearchResult[] }>("GET", "/rides/search", {
      as,
      query,
    });
    const own = items.find((one) => one.ride.id === ride.id);
    if (own) seen.push({ from, detourM: own.match.detourM });
  }
  return seen;
}
