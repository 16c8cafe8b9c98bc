import { HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import { listedTimeMs } from "#modules/rides/published/index.ts";
import type { ListedRide, ListedStop } from "#platform/db/schema/feed-columns.ts";
import { escapeHtml } from "#platform/text.ts";
import { deepLink, type FeedSource, FeedText } from "../feed.ts";
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
  const text = new FeedText();
  const head = [
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
  ];
  text.add(`${head.join("\n")}\n`);
  for (const row of source.listed) text.add(`${writeRide(source, row)}\n`);
  for (const row of source.withdrawn) text.add(`${writeCancellation(source, row)}\n`);
  text.add(END);
  return text.toBytes();
}

const END = [
  "</EstimatedJourneyVersionFrame>",
  "</EstimatedTimetableDelivery>",
  "</ServiceDelivery>",
  "</Siri>",
].join("\n");

function writeRide(source: FeedSource, row: ListedRideRow): string {
  const { ride } = row;
  const { agencyId } = source.listing;
  const points = ride.stops.filter(({ isPoint }) => isPoint);
  const first = points.at(0);
  const last = points.at(-1);
  if (!first || !last) return writeCancellation(source, row);

  const detourMs = Math.min(ride.detourLeftS * 1000, DETOUR_MAX_MS);
  const spanMs = listedTimeMs(ride, last) + detourMs - listedTimeMs(ride, first);
  // A ride that has become too long is removed where it is already known.
  if (spanMs > SPAN_MAX_MS) return writeCancellation(source, row);

  const url = `${deepLink(source, ride.id)}?from={from}&to={to}`;
  let calls = "";
  for (const point of points) calls += writeCall(agencyId, { ride, first, last, detourMs }, point);
  return [
    journeyHead(source, row),
    "<ExtraJourney>true</ExtraJourney><VehicleMode>bus</VehicleMode>",
    element("PublishedLineName", `${first.name} – ${last.name}`),
    operator(agencyId),
    `<PublicContact>${element("Url", url)}</PublicContact>`,
    "<Monitored>true</Monitored>",
    element("DataSource", agencyId),
    `<EstimatedCalls>${calls}</EstimatedCalls>`,
    JOURNEY_END,
  ].join("");
}

const writeCancellation = (source: FeedSource, row: ListedRideRow): string =>
  [
    journeyHead(source, row),
    "<Cancellation>true</Cancellation>",
    operator(source.listing.agencyId),
    element("DataSource", source.listing.agencyId),
    JOURNEY_END,
  ].join("");

function journeyHead({ listing }: FeedSource, row: ListedRideRow): string {
  const id = plainId(row.ride_id);
  return [
    "<EstimatedVehicleJourney>",
    element("RecordedAtTime", (row.withdrawn_at ?? row.changed_at).toISOString()),
    element("LineRef", `${listing.agencyId}:CarPooling:${id}`),
    "<DirectionRef>0</DirectionRef>",
    element("EstimatedVehicleJourneyCode", `${listing.agencyId}:ServiceJourney:${id}`),
  ].join("");
}

const JOURNEY_END =
  "<IsCompleteStopSequence>true</IsCompleteStopSequence></EstimatedVehicleJourney>";

const operator = (agencyId: string): string =>
  element("OperatorRef", `${agencyId}:Operator:${agencyId}`);

interface SiriRide {
  readonly ride: ListedRide;
  readonly first: ListedStop;
  readonly last: ListedStop;
  readonly detourMs: number;
}

function writeCall(
  agencyId: string,
  { ride, first, last, detourMs }: SiriRide,
  point: ListedStop,
): string {
  const { id, name, lat, lng, leg } = point;
  const isFirst = point === first;
  const isLast = point === last;
  const atMs = listedTimeMs(ride, point);
  const at = new Date(atMs).toISOString();
  const latest = new Date(atMs + detourMs).toISOString();
  const area = `<ExpectedFlexibleArea><CircularArea><Longitude>${lng}</Longitude><Latitude>${lat}</Latitude><Radius>1</Radius></CircularArea></ExpectedFlexibleArea>`;
  const arrival = `<AimedArrivalTime>${at}</AimedArrivalTime><ExpectedArrivalTime>${at}</ExpectedArrivalTime><LatestExpectedArrivalTime>${latest}</LatestExpectedArrivalTime><ArrivalBoardingActivity>alighting</ArrivalBoardingActivity>`;
  const departure = `<AimedDepartureTime>${at}</AimedDepartureTime><ExpectedDepartureTime>${at}</ExpectedDepartureTime><DepartureBoardingActivity>boarding</DepartureBoardingActivity><DepartureStopAssignment>${area}</DepartureStopAssignment>`;
  // Only one assignment for each call: that of the departure, except at the end.
  const lastArrival = `${arrival}<ArrivalStopAssignment>${area}</ArrivalStopAssignment>`;
  // The driver is counted, in both.
  const onBoard = 1 + ride.seatsTotal - (ride.freeSeats[leg] ?? ride.seatsTotal);
  return [
    `<EstimatedCall><StopPointRef>${agencyId}:StopPoint:${id}</StopPointRef><Order>${leg + 1}</Order>`,
    element("StopPointName", name),
    "<Cancellation>false</Cancellation>",
    isFirst ? element("DestinationDisplay", last.name) : "",
    isLast ? lastArrival : "",
    isFirst || isLast ? "" : arrival,
    isLast ? "" : departure,
    `<ExpectedDepartureOccupancy><OnboardCount>${onBoard}</OnboardCount></ExpectedDepartureOccupancy>`,
    `<ExpectedDepartureCapacities><TotalCapacity>${1 + ride.seatsTotal}</TotalCapacity></ExpectedDepartureCapacities></EstimatedCall>`,
  ].join("");
}

/** Characters that XML 1.0 cannot contain. */
const FORBIDDEN = /[\p{Cc}\uFFFE\uFFFF]/gu;

/** Most values are ids and times. */
const PLAIN = /^[\w:.+-]*$/;

function element(name: string, text: string): string {
  const safe = PLAIN.test(text) ? text : escapeHtml(text.replaceAll(FORBIDDEN, ""));
  return `<${name}>${safe}</${name}>`;
}
