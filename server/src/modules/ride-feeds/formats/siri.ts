import { HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import { approximateArrival } from "#modules/privacy/approximate/index.ts";
import type { ListedRide, ListedStop } from "#platform/db/schema/feed-columns.ts";
import { escapeHtml } from "#platform/text.ts";
import { deepLink, type FeedSource } from "../feed.ts";
import type { ListedRideRow } from "../listed-rides.store.ts";
import { plainId } from "../listed-trips.ts";

/** OpenTripPlanner rejects longer carpools, detours included. */
const SPAN_MAX_MS = 2.5 * HOUR_MS;
const DETOUR_MAX_MS = 15 * MINUTE_MS;

/**
 * A SIRI-ET 2.1 delivery for the carpooling of OpenTripPlanner: each ride with its seats, its passengers as a number and
 * the detour that is left. Absence removes nothing there, so withdrawn rides are cancelled until they would have left.
 */
export function writeSiri(source: FeedSource): Buffer {
  const now = source.now.toISOString();
  const journeys = [
    ...source.listed.map((row) => writeRide(source, row)),
    ...source.withdrawn.map((row) => writeCancellation(source, row)),
  ];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Siri xmlns="http://www.siri.org.uk/siri" version="2.1">',
    "<ServiceDelivery>",
    element("ResponseTimestamp", now),
    element("ProducerRef", source.listing.agencyId),
    "<Status>true</Status><MoreData>false</MoreData>",
    '<EstimatedTimetableDelivery version="2.1">',
    element("ResponseTimestamp", now),
    "<Status>true</Status>",
    "<EstimatedJourneyVersionFrame>",
    element("RecordedAtTime", now),
    ...journeys,
    "</EstimatedJourneyVersionFrame>",
    "</EstimatedTimetableDelivery>",
    "</ServiceDelivery>",
    "</Siri>",
  ];
  return Buffer.from(lines.join("\n"));
}

function writeRide(source: FeedSource, row: ListedRideRow): string {
  const { ride } = row;
  const points = ride.stops.filter(({ isPoint }) => isPoint);
  const departsAt = floorTime(Date.parse(ride.departsAt));
  const arrivesAt = timeAt(ride, points.at(-1));
  const detourMs = Math.min(ride.detourLeftS * 1000, DETOUR_MAX_MS);
  // A ride that has become too long is removed where it is already known.
  if (arrivesAt.getTime() + detourMs - departsAt.getTime() > SPAN_MAX_MS)
    return writeCancellation(source, row);

  const calls = points.map((point, n) =>
    writeCall(source, ride, {
      points,
      n,
      detourMs,
    }),
  );
  return [
    "<EstimatedVehicleJourney>",
    journeyHead(source, row, "<ExtraJourney>true</ExtraJourney><VehicleMode>bus</VehicleMode>"),
    element("PublishedLineName", `${points[0]?.name} – ${points.at(-1)?.name}`),
    element("OperatorRef", `${source.listing.agencyId}:Operator:${source.listing.agencyId}`),
    `<PublicContact>${element("Url", `${deepLink(source, ride.id)}?from={from}&to={to}`)}</PublicContact>`,
    "<Monitored>true</Monitored>",
    element("DataSource", source.listing.agencyId),
    `<EstimatedCalls>${calls.join("")}</EstimatedCalls>`,
    "<IsCompleteStopSequence>true</IsCompleteStopSequence>",
    "</EstimatedVehicleJourney>",
  ].join("");
}

const writeCancellation = (source: FeedSource, row: ListedRideRow): string =>
  [
    "<EstimatedVehicleJourney>",
    journeyHead(source, row, "<Cancellation>true</Cancellation>"),
    element("OperatorRef", `${source.listing.agencyId}:Operator:${source.listing.agencyId}`),
    element("DataSource", source.listing.agencyId),
    "<IsCompleteStopSequence>true</IsCompleteStopSequence>",
    "</EstimatedVehicleJourney>",
  ].join("");

function journeyHead({ listing }: FeedSource, row: ListedRideRow, kind: string): string {
  const id = plainId(row.ride_id);
  return [
    element("RecordedAtTime", (row.withdrawn_at ?? row.changed_at).toISOString()),
    element("LineRef", `${listing.agencyId}:CarPooling:${id}`),
    "<DirectionRef>0</DirectionRef>",
    element("EstimatedVehicleJourneyCode", `${listing.agencyId}:ServiceJourney:${id}`),
    kind,
  ].join("");
}

interface CallOptions {
  readonly points: readonly ListedStop[];
  readonly n: number;
  readonly detourMs: number;
}

function writeCall(
  { listing }: FeedSource,
  ride: ListedRide,
  { points, n, detourMs }: CallOptions,
): string {
  const point = points[n];
  if (!point) return "";
  const isFirst = n === 0;
  const isLast = n === points.length - 1;
  const at = timeAt(ride, point).toISOString();
  const latest = new Date(Date.parse(at) + detourMs).toISOString();
  const area = `<ExpectedFlexibleArea><CircularArea>${element("Longitude", point.lng)}${element("Latitude", point.lat)}<Radius>1</Radius></CircularArea></ExpectedFlexibleArea>`;
  const arrival = [
    element("AimedArrivalTime", at),
    element("ExpectedArrivalTime", at),
    element("LatestExpectedArrivalTime", latest),
    // Only one assignment for each call: that of the departure, except at the end.
    element("ArrivalBoardingActivity", "alighting"),
    isLast ? `<ArrivalStopAssignment>${area}</ArrivalStopAssignment>` : "",
  ].join("");
  const departure = [
    element("AimedDepartureTime", at),
    element("ExpectedDepartureTime", at),
    element("DepartureBoardingActivity", "boarding"),
    `<DepartureStopAssignment>${area}</DepartureStopAssignment>`,
  ].join("");
  // The driver is counted, in both.
  const takenSeats = ride.seatsTotal - (ride.freeSeats[n] ?? ride.seatsTotal);
  return [
    "<EstimatedCall>",
    element("StopPointRef", `${listing.agencyId}:StopPoint:${point.id}`),
    element("Order", n + 1),
    element("StopPointName", point.name),
    "<Cancellation>false</Cancellation>",
    isFirst ? element("DestinationDisplay", points.at(-1)?.name ?? "") : "",
    isFirst ? "" : arrival,
    isLast ? "" : departure,
    `<ExpectedDepartureOccupancy>${element("OnboardCount", 1 + takenSeats)}</ExpectedDepartureOccupancy>`,
    `<ExpectedDepartureCapacities>${element("TotalCapacity", 1 + ride.seatsTotal)}</ExpectedDepartureCapacities>`,
    "</EstimatedCall>",
  ].join("");
}

function timeAt(ride: ListedRide, stop: ListedStop | undefined): Date {
  const atMs = Date.parse(ride.departsAt) + (stop?.offsetS ?? 0) * 1000;
  const isLast = stop === ride.stops.at(-1);
  return isLast ? approximateArrival(atMs) : floorTime(atMs);
}

const STEP_MS = 5 * MINUTE_MS;

function floorTime(atMs: number) {
  return new Date(Math.floor(atMs / STEP_MS) * STEP_MS);
}

/** Characters that XML 1.0 cannot contain. */
const FORBIDDEN = /[\p{Cc}\uFFFE\uFFFF]/gu;

/** Most values are ids, numbers and times. */
const PLAIN = /^[\w:.+-]*$/;

function element(name: string, value: string | number): string {
  const text = String(value);
  const safe = PLAIN.test(text) ? text : escapeHtml(text.replaceAll(FORBIDDEN, ""));
  return `<${name}>${safe}</${name}>`;
}
