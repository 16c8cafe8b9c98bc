import { setImmediate as nextTurn } from "node:timers/promises";
import findTimeZone from "@photostructure/tz-lookup";
import { ExtractError } from "../osm/read-extract.ts";
import { type RoadGraph, SEGMENT_FLAGS, type WalkGraph } from "../road-network/road-graph.ts";
import { type CarSegments, classOf, OPEN, splitIntoSegments } from "./car-segments.ts";
import { findDestinationAreas } from "./destination-areas.ts";
import { type DrivenEdges, connectSegments, tailOf } from "./driven-edges.ts";
import { type DrivingPace, USUAL_PACE } from "./driving-speed.ts";
import { findForbiddenTurns } from "./forbidden-turns.ts";
import { listByKey } from "./groups.ts";
import { addJunctionCosts } from "./junction-costs.ts";
import { type RawRoads, readRoads } from "./read-roads.ts";
import { TurnStates } from "./turn-states.ts";
import { buildWalkGraph } from "./walk-graph.ts";
import type { CarStyle, RoadKind } from "./way-style.ts";

export interface BuiltRoads {
  readonly graph: RoadGraph;
  readonly walks: WalkGraph;
  /** Turn restrictions that were used, and those whose ways do not meet or are outside of the extract. */
  readonly restrictions: number;
  readonly unusableRestrictions: number;
}

const READING_SHARE = 0.7;

/**
 * Builds the roads and ways on foot of an extract. Reads the file twice; keeps about 60 bytes for each node of a road.
 * `onProgress` gets the part that is done, from 0 to 1.
 * @throws ExtractError if the extract is damaged or has no roads for cars.
 */
export async function buildRoadGraph(
  extract: string,
  signal?: AbortSignal,
  onProgress?: (fraction: number) => void,
  pace: DrivingPace = USUAL_PACE,
): Promise<BuiltRoads> {
  const roads = await readRoads(extract, signal, (part) => onProgress?.(READING_SHARE * part));
  const report = async (part: number) => {
    onProgress?.(READING_SHARE + (1 - READING_SHARE) * part);
    await nextTurn();
    signal?.throwIfAborted();
  };

  const walks = buildWalkGraph(roads);
  await report(0.3);
  const segments = findDestinationAreas(splitIntoSegments(roads, pace));
  if (segments.from.length === 0) throw new ExtractError("The extract has no roads for cars.");
  await report(0.6);

  const tails = Uint32Array.from({ length: 2 * segments.from.length }, (_, directed) =>
    tailOf(segments, directed),
  );
  const leaving = listByKey(tails, segments.junctionLat7.length);
  const turns = findForbiddenTurns(segments, roads, leaving);
  const edges = connectSegments(segments, leaving, new TurnStates(turns.sequences));
  await report(0.8);

  return {
    graph: toRoadGraph(roads, segments, edges, pace),
    walks,
    restrictions: roads.restrictions.length - turns.unusable,
    unusableRestrictions: turns.unusable,
  };
}

function toRoadGraph(
  roads: RawRoads,
  segments: CarSegments,
  edges: DrivenEdges,
  pace: DrivingPace,
): RoadGraph {
  const { forwardDs, backwardDs } = addJunctionCosts(segments, roads, pace);
  const segmentClass = new Uint8Array(segments.from.length);
  const segmentFlags = new Uint8Array(segments.from.length);
  for (const [segment, style] of segments.style.entries()) {
    const car = roads.styles[style]?.car;
    if (!car) continue;
    const lat7 = segments.junctionLat7[segments.from[segment] ?? 0] ?? 0;
    const lng7 = segments.junctionLng7[segments.from[segment] ?? 0] ?? 0;
    segmentClass[segment] = classOf(car);
    segmentFlags[segment] = flagsOf(car, {
      isPublic: isPublicSegment(segments, segment),
      isLeftHand: car.isLeftHand ?? drivesOnLeft(lat7 / 1e7, lng7 / 1e7),
    });
  }

  const timeOf = (directed: number) =>
    (directed % 2 === 0 ? forwardDs : backwardDs)[directed >>> 1] ?? 1;
  return {
    nodeLat7: Int32Array.from(edges.nodeJunction, (at) => segments.junctionLat7[at] ?? 0),
    nodeLng7: Int32Array.from(edges.nodeJunction, (at) => segments.junctionLng7[at] ?? 0),
    segmentLengthDm: segments.lengthDm,
    segmentClass,
    segmentFlags,
    shapeFirst: segments.shapeFirst,
    shapeEnd: segments.shapeEnd,
    shapeLat7: segments.shapeLat7,
    shapeLng7: segments.shapeLng7,
    edgeFrom: edges.from,
    edgeTo: edges.to,
    edgeTimeDs: edges.directed.map(timeOf),
    edgeSegment: edges.directed.map((directed) => directed >>> 1),
    edgeIsForward: Uint8Array.from(edges.directed, (directed) => 1 - (directed % 2)),
  };
}

/** Time zones of the countries that drive on the left, below their area. */
const LEFT: Readonly<Record<string, string>> = {
  Africa:
    "Blantyre Dar_es_Salaam Gaborone Harare Johannesburg Kampala Lusaka Maputo Maseru Mbabane Nairobi Windhoek",
  America:
    "Anguilla Antigua Barbados Cayman Dominica Grand_Turk Grenada Guyana Jamaica Montserrat Nassau Paramaribo Port_of_Spain St_Kitts St_Lucia St_Thomas St_Vincent Tortola",
  Asia: "Bangkok Brunei Colombo Dhaka Dili Famagusta Hong_Kong Jakarta Jayapura Karachi Kathmandu Kolkata Kuala_Lumpur Kuching Macau Makassar Nicosia Pontianak Singapore Thimphu Tokyo",
  Atlantic: "Bermuda St_Helena Stanley",
  Europe: "Dublin Guernsey Isle_of_Man Jersey London Malta",
  Indian: "Christmas Cocos Mahe Maldives Mauritius",
  Pacific:
    "Apia Auckland Bougainville Chatham Fakaofo Fiji Funafuti Guadalcanal Kanton Kiritimati Nauru Niue Norfolk Pitcairn Port_Moresby Rarotonga Tarawa Tongatapu",
};
const LEFT_ZONES = new Set(
  Object.entries(LEFT).flatMap(([area, zones]) =>
    zones.split(" ").map((zone) => `${area}/${zone}`),
  ),
);

const CELLS_PER_DEGREE = 20;
const sideOfCell = new Map<number, boolean>();

/**
 * Whether people drive on the left here, by the time zone of a cell of about 5 km: extracts seldom say it on a road, and
 * lack the borders of countries.
 */
function drivesOnLeft(lat: number, lng: number): boolean {
  const row = Math.floor(lat * CELLS_PER_DEGREE);
  const column = Math.floor(lng * CELLS_PER_DEGREE);
  const cell = row * 100_000 + column;
  const known = sideOfCell.get(cell);
  if (known !== undefined) return known;

  const zone = findTimeZone((row + 0.5) / CELLS_PER_DEGREE, (column + 0.5) / CELLS_PER_DEGREE);
  const isLeft = LEFT_ZONES.has(zone) || zone.startsWith("Australia/");
  sideOfCell.set(cell, isLeft);
  return isLeft;
}

const FAST_KINDS: ReadonlySet<RoadKind> = new Set([
  "motorway",
  "motorway_link",
  "trunk",
  "trunk_link",
]);
const RAMPS: ReadonlySet<RoadKind> = new Set(["primary_link", "secondary_link", "tertiary_link"]);

/** Sum of `SEGMENT_FLAGS` of a segment. */
function flagsOf(
  car: CarStyle,
  {
    isPublic,
    isLeftHand,
  }: {
    isPublic: boolean;
    isLeftHand: boolean;
  },
): number {
  return (
    (mayStop(car) ? SEGMENT_FLAGS.MAY_STOP : 0) |
    (maySnap(car) ? SEGMENT_FLAGS.MAY_SNAP : 0) |
    (isPublic ? 0 : SEGMENT_FLAGS.DESTINATION_ONLY) |
    (car.isBad ? SEGMENT_FLAGS.BAD_ROAD : 0) |
    (car.kind === "ferry" ? SEGMENT_FLAGS.FERRY : 0) |
    (isLeftHand ? SEGMENT_FLAGS.LEFT_HAND : 0)
  );
}

const isPublicSegment = (
  { accessForward, accessBackward }: CarSegments,
  segment: number,
): boolean => accessForward[segment] === OPEN || accessBackward[segment] === OPEN;

function mayStop(car: CarStyle): boolean {
  if (FAST_KINDS.has(car.kind) || RAMPS.has(car.kind) || car.kind === "ferry") return false;
  return !car.isMotorroad && !car.isRoundabout && !car.isBridge && !car.isTunnel;
}

/** A drive begins at a house, not on the motorway behind it or in the tunnel below it. */
function maySnap(car: CarStyle): boolean {
  const isRamp = car.kind === "motorway_link" || car.kind === "trunk_link";
  if (car.kind === "motorway" || isRamp || car.kind === "ferry") return false;
  return !car.isMotorroad && !car.isTunnel;
}
