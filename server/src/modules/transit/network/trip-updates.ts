import { type Feed, runsOn } from "../feed/feed.ts";
import { parseDate } from "../feed/gtfs-fields.ts";
import {
  readFeedMessage,
  type StopMessage,
  type TripMessage,
} from "#platform/read-gtfs-realtime.ts";

const DAY_S = 86_400;
/** A longer delay is a mistake. */
const DELAY_MAX_S = 12 * 3600;

interface KnownTrip {
  readonly isCancelled: boolean;
  /** By how many seconds the trip is late at each of its stops; undefined where that is not known. */
  readonly delaysS: readonly (number | undefined)[];
}

/** Delays and cancellations of one feed, by trip and service day. */
export class TripUpdates {
  /** When its publisher wrote it. */
  readonly at: Date;
  readonly #trips: ReadonlyMap<string, KnownTrip>;

  constructor(at: Date, trips: ReadonlyMap<string, KnownTrip>) {
    this.at = at;
    this.#trips = trips;
  }

  find(trip: number, day: number): KnownTrip | undefined {
    return this.#trips.get(keyOf(trip, day));
  }
}

const keyOf = (trip: number, day: number): string => `${trip} ${day}`;

/**
 * Reads a GTFS-RT message about trips of a feed. Updates of unknown trips are ignored, and so are those of stops without
 * their id. @throws Error if the bytes are no such message
 */
export function readTripUpdates(
  bytes: Uint8Array,
  feed: Feed,
  dayStartS: (day: number) => number,
): TripUpdates {
  const { timestampS, updates } = readFeedMessage(bytes);
  const index = indexTrips(feed);
  const known = new Map<string, KnownTrip>();
  for (const update of updates) {
    const trip = index.get(update.tripId);
    const day =
      trip &&
      dayOf(update, feed, trip, {
        dayStartS,
        writtenS: timestampS,
      });
    if (!trip || day === undefined) continue;
    const { isCancelled } = update;
    const delaysS = isCancelled ? [] : readDelays(update, feed, trip, dayStartS(day));
    known.set(keyOf(trip.index, day), {
      isCancelled,
      delaysS,
    });
  }
  return new TripUpdates(new Date(timestampS * 1000), known);
}

/** The service day that is named, or the one on which the trip is nearest to what is predicted, or to the message. */
function dayOf(
  { startDate, stops }: TripMessage,
  feed: Feed,
  { index, stopCount, firstTime }: IndexedTrip,
  {
    dayStartS,
    writtenS,
  }: {
    dayStartS: (day: number) => number;
    writtenS: number;
  },
): number | undefined {
  if (startDate !== "") return parseDate(startDate);
  const events = stops.map(({ arrival, departure }) => (departure ?? arrival)?.timeS);
  const atS = events.find((timeS) => timeS !== undefined) ?? writtenS;
  const distanceS = (day: number) => {
    const startS = dayStartS(day) + feed.departures[firstTime]!;
    const endS = dayStartS(day) + feed.arrivals[firstTime + stopCount - 1]!;
    return Math.max(startS - atS, atS - endS, 0);
  };
  const today = Math.floor(atS / DAY_S);
  return [today - 2, today - 1, today, today + 1]
    .filter((day) => runsOn(feed, feed.tripServices[index]!, day))
    .toSorted((a, b) => distanceS(a) - distanceS(b))[0];
}

interface IndexedTrip {
  readonly index: number;
  readonly stopCount: number;
  readonly firstCall: number;
  readonly firstTime: number;
}

function indexTrips(feed: Feed): ReadonlyMap<string, IndexedTrip> {
  const trips = new Map<string, IndexedTrip>();
  for (let pattern = 0; pattern < feed.patternLines.length; pattern++) {
    const firstCall = feed.patternStops[pattern]!;
    const stopCount = feed.patternStops[pattern + 1]! - firstCall;
    const firstTrip = feed.patternTrips[pattern]!;
    for (let index = firstTrip; index < feed.patternTrips[pattern + 1]!; index++) {
      const id = feed.tripIds?.[index] ?? "";
      const firstTime = feed.patternTimes[pattern]! + (index - firstTrip) * stopCount;
      if (id !== "")
        trips.set(id, {
          index,
          stopCount,
          firstCall,
          firstTime,
        });
    }
  }
  return trips;
}

/** A delay holds from its stop until the next one that is named, as GTFS-RT says. */
function readDelays(
  update: TripMessage,
  feed: Feed,
  { stopCount, firstCall, firstTime }: IndexedTrip,
  startS: number,
): (number | undefined)[] {
  const delays: (number | undefined)[] = [];
  const { stops } = update;
  let delayS = stops.length === 0 ? update.delayS : undefined;
  let next = 0;
  for (let position = 0; position < stopCount; position++) {
    const stopId = feed.stopIds?.[feed.calls[firstCall + position]!];
    // The same stop can come twice, so updates are taken in their order.
    const found = stops.findIndex((each, n) => n >= next && each.stopId === stopId);
    const stop = found < 0 ? undefined : stops[found];
    if (stop) {
      next = found + 1;
      const time = firstTime + position;
      delayS = delayAt(stop, {
        arrivesS: startS + feed.arrivals[time]!,
        departsS: startS + feed.departures[time]!,
      });
    }
    delays.push(delayS);
  }
  return delays;
}

function delayAt(
  { arrival, departure, isUnknown }: StopMessage,
  planned: {
    readonly arrivesS: number;
    readonly departsS: number;
  },
): number | undefined {
  const event = departure ?? arrival;
  if (isUnknown || !event) return undefined;
  const plannedS = departure ? planned.departsS : planned.arrivesS;
  const delayS = event.timeS === undefined ? event.delayS : event.timeS - plannedS;
  return delayS !== undefined && Math.abs(delayS) <= DELAY_MAX_S ? delayS : undefined;
}
