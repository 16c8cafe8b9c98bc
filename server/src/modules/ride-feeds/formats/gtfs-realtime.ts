import { DAY_MS } from "@commonlane/contract/durations";
import { PbfWriter } from "pbf";
import type { PublishedTrip } from "#platform/db/schema/feed-columns.ts";
import { deepLink, type FeedSource } from "../feed.ts";
import { type ListedTrip, listTrips, plainId } from "../listed-trips.ts";
import { describeRoute } from "./gtfs.ts";
import { serviceClock, type ServiceClock } from "./service-clock.ts";

/** How receivers want added trips. */
export interface RealtimeOptions {
  /** As NEW, which replaces ADDED since 2025. */
  readonly usesNew: boolean;
  /** With the extension of MFDZ, from which OpenTripPlanner makes the routes of added trips. */
  readonly hasExtension: boolean;
}

/** A receiver may use a timetable of yesterday, and keeps trips of the last week. */
const TIMETABLE_KEPT_MS = DAY_MS;
const CANCELLED_FOR_MS = 7 * DAY_MS;

const FULL_DATASET = 0;
const RELATION = {
  added: 1,
  cancelled: 3,
  new: 8,
} as const;
const NO_STOP = 1;
const COORDINATE_WITH_DRIVER = 3;
const EXTENSION = 1013;
const UNCERTAINTY_S = 600;

/** What differs from the timetables that receivers may have: trips added since, and those that are gone. */
export function writeGtfsRealtime(source: FeedSource, options: RealtimeOptions): Buffer {
  const clock = serviceClock(source.timeZone);
  const feed = new PbfWriter();
  feed.writeMessage(1, writeHeader, source);
  const addEntity = (write: TripEntity) => feed.writeMessage(2, writeEntity, write);

  for (const row of [...source.listed, ...source.withdrawn]) {
    const current = new Map(listTrips(row.ride).map((trip) => [trip.id, trip]));
    for (const published of row.trips) {
      const trip = current.get(published.id);
      const isCancelled = published.withdrawnAt !== null;
      if (isCancelled && isSince(published.withdrawnAt, source, CANCELLED_FOR_MS))
        addEntity({
          source,
          clock,
          options,
          published,
          trip: undefined,
          rideId: row.ride_id,
        });
      if (!isCancelled && trip && isSince(published.listedAt, source, TIMETABLE_KEPT_MS))
        addEntity({
          source,
          clock,
          options,
          published,
          trip,
          rideId: row.ride_id,
        });
    }
  }
  return Buffer.from(feed.finish());
}

function isSince(at: string | null, { now }: FeedSource, periodMs: number): boolean {
  return at !== null && now.getTime() - Date.parse(at) < periodMs;
}

interface TripEntity {
  readonly source: FeedSource;
  readonly clock: ServiceClock;
  readonly options: RealtimeOptions;
  readonly published: PublishedTrip;
  readonly rideId: string;
  /** Undefined if it is cancelled. */
  readonly trip: ListedTrip | undefined;
}

function writeHeader({ now }: FeedSource, pbf: PbfWriter): void {
  pbf.writeStringField(1, "2.0");
  pbf.writeVarintField(2, FULL_DATASET);
  pbf.writeVarintField(3, Math.floor(now.getTime() / 1000));
}

function writeEntity(entity: TripEntity, pbf: PbfWriter): void {
  pbf.writeStringField(1, entity.published.id);
  pbf.writeMessage(3, writeTripUpdate, entity);
}

function writeTripUpdate(entity: TripEntity, pbf: PbfWriter): void {
  const { trip, options } = entity;
  pbf.writeMessage(1, writeTripDescriptor, entity);
  if (!trip) return;
  for (const [n, stop] of trip.stops.entries()) {
    const isFirst = n === 0;
    const isLast = n === trip.stops.length - 1;
    pbf.writeMessage(2, writeStopTime, {
      n,
      stopId: `cl:${stop.id}`,
      atS: stop.atMs / 1000,
      pickup: isLast ? NO_STOP : COORDINATE_WITH_DRIVER,
      dropoff: isFirst ? NO_STOP : COORDINATE_WITH_DRIVER,
      hasExtension: options.hasExtension,
    });
  }
  pbf.writeMessage(6, writeTripProperties, trip);
}

function writeTripDescriptor(entity: TripEntity, pbf: PbfWriter): void {
  const { source, clock, options, published, rideId, trip } = entity;
  const startMs = Date.parse(published.startsAt);
  pbf.writeStringField(1, published.id);
  pbf.writeStringField(2, clock.timeOf(startMs, startMs));
  pbf.writeStringField(3, clock.dayOf(startMs));
  pbf.writeVarintField(4, relationOf(entity));
  pbf.writeStringField(5, plainId(rideId));
  if (trip && options.hasExtension)
    pbf.writeMessage(EXTENSION, writeRouteExtension, {
      url: deepLink(source, rideId),
      agencyId: source.listing.agencyId,
      name: describeRoute(trip.ride.stops),
      routeType: Number(source.listing.routeType),
    });
}

function relationOf({ trip, options }: TripEntity): number {
  if (!trip) return RELATION.cancelled;
  return options.usesNew ? RELATION.new : RELATION.added;
}

interface Route {
  readonly url: string;
  readonly agencyId: string;
  readonly name: string;
  readonly routeType: number;
}

function writeRouteExtension({ url, agencyId, name, routeType }: Route, pbf: PbfWriter): void {
  pbf.writeStringField(1, url);
  pbf.writeStringField(2, agencyId);
  pbf.writeStringField(3, name);
  pbf.writeVarintField(4, routeType);
}

function writeTripProperties({ stops }: ListedTrip, pbf: PbfWriter): void {
  pbf.writeStringField(5, stops.at(-1)?.name ?? "");
}

interface StopTime {
  readonly n: number;
  readonly stopId: string;
  readonly atS: number;
  readonly pickup: number;
  readonly dropoff: number;
  readonly hasExtension: boolean;
}

function writeStopTime(stop: StopTime, pbf: PbfWriter): void {
  pbf.writeVarintField(1, stop.n);
  pbf.writeMessage(2, writeEvent, stop.atS);
  pbf.writeMessage(3, writeEvent, stop.atS);
  pbf.writeStringField(4, stop.stopId);
  pbf.writeMessage(6, writeStopProperties, stop);
}

function writeEvent(atS: number, pbf: PbfWriter): void {
  pbf.writeVarintField(2, atS);
  pbf.writeVarintField(3, UNCERTAINTY_S);
}

function writeStopProperties(stop: StopTime, pbf: PbfWriter): void {
  pbf.writeVarintField(3, stop.pickup);
  pbf.writeVarintField(4, stop.dropoff);
  if (stop.hasExtension) pbf.writeMessage(EXTENSION, writeStopExtension, stop);
}

function writeStopExtension({ pickup, dropoff }: StopTime, pbf: PbfWriter): void {
  pbf.writeVarintField(1, pickup);
  pbf.writeVarintField(2, dropoff);
}
