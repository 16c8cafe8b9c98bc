import { setImmediate as nextTurn } from "node:timers/promises";
import { ExtractError } from "../osm/read-extract.ts";
import { type RoadGraph, SEGMENT_FLAGS, type WalkGraph } from "../road-network/road-graph.ts";
import { type CarSegments, classOf, splitIntoSegments } from "./car-segments.ts";
import { findDestinationAreas, isPublic } from "./destination-areas.ts";
import { type DrivenEdges, connectSegments, tailOf } from "./driven-edges.ts";
import { type DrivingPace, USUAL_PACE } from "./driving-speed.ts";
import { findForbiddenTurns } from "./forbidden-turns.ts";
import { listByKey } from "../groups.ts";
import { addJunctionCosts } from "./junction-costs.ts";
import { type RawRoads, readRoads } from "./read-roads.ts";
import { TurnStates } from "./turn-states.ts";
import { buildWalkGraph } from "./walk-graph.ts";
import type { CarStyle } from "./way-style.ts";

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
    segmentClass[segment] = classOf(car);
    segmentFlags[segment] = flagsOf(car, isPublic(segments, segment));
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

/** Sum of `SEGMENT_FLAGS` of a segment. */
function flagsOf(car: CarStyle, isOpen: boolean): number {
  return (
    (maySnap(car) ? SEGMENT_FLAGS.MAY_SNAP : 0) |
    (isOpen ? 0 : SEGMENT_FLAGS.DESTINATION_ONLY) |
    (car.isBad ? SEGMENT_FLAGS.BAD_ROAD : 0) |
    (car.kind === "ferry" ? SEGMENT_FLAGS.FERRY : 0)
  );
}

/** A drive begins at a house, not on the motorway behind it or in the tunnel below it. */
function maySnap(car: CarStyle): boolean {
  const isRamp = car.kind === "motorway_link" || car.kind === "trunk_link";
  if (car.kind === "motorway" || isRamp || car.kind === "ferry") return false;
  return !car.isMotorroad && !car.isTunnel;
}
