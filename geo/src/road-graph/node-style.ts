import type { Tags } from "../osm/osm-element.ts";
import { carAccessOf } from "./access.ts";

/** What a node of a road means to cars, as a sum; 0 for nearly all nodes. */
export const NODE = {
  /** No car passes. */
  CLOSED: 1,
  /** Only those pass who live or have to do behind it. */
  PRIVATE: 2,
  /** A gate of which no tag says who may pass: open on public roads, private on service roads. */
  GATE: 4,
  SIGNALS: 8,
  /** The signals, the crossing or the sign is only for one direction of the way. */
  ONLY_FORWARD: 16,
  ONLY_BACKWARD: 32,
  /** Traffic calming or a sign to give way. At a crossing for pedestrians cars seldom wait. */
  SLOW: 64,
  /** A stop sign, a level crossing or a toll booth. */
  STOP: 128,
} as const;

const CLOSED_BARRIERS = new Set([
  "bollard",
  "block",
  "jersey_barrier",
  "cycle_barrier",
  "motorcycle_barrier",
  "debris",
  "log",
  "kissing_gate",
  "stile",
  "turnstile",
  "full-height_turnstile",
  "wall",
  "fence",
  "planter",
  "sump_buster",
  "bus_trap",
  "horse_stile",
  "wicket_gate",
  "rope",
  "bar",
]);
const OPEN_BARRIERS = new Set([
  "cattle_grid",
  "entrance",
  "border_control",
  "toll_booth",
  "kerb",
  "height_restrictor",
  "sally_port",
  "coupure",
  "checkpoint",
  "no",
]);
const STOPS = new Set(["stop", "toll_gantry"]);
const SLOW_HIGHWAYS = new Set(["give_way", "mini_roundabout"]);
const STOP_BARRIERS = new Set(["toll_booth", "border_control", "checkpoint"]);

/** Sum of `NODE` for the tags of a node. */
export function nodeStyleOf(tags: Tags): number {
  return barrierOf(tags) + delayOf(tags);
}

function barrierOf(tags: Tags): number {
  const { barrier, locked } = tags;
  if (barrier === undefined || OPEN_BARRIERS.has(barrier)) return 0;

  const access = carAccessOf(tags);
  if (access === "open") return 0;
  if (access === "destination" || locked === "yes") return NODE.PRIVATE;
  if (access === "closed" || CLOSED_BARRIERS.has(barrier)) return NODE.CLOSED;
  return NODE.GATE;
}

function delayOf(tags: Tags): number {
  const { highway = "", railway, barrier = "", crossing, traffic_calming: calming } = tags;
  const hasSignals = highway === "traffic_signals" || crossing === "traffic_signals";
  if (hasSignals) return NODE.SIGNALS + onlyDirectionOf(tags);
  if (STOPS.has(highway) || railway === "level_crossing" || STOP_BARRIERS.has(barrier))
    return NODE.STOP + onlyDirectionOf(tags);

  const isCalmed = calming !== undefined && calming !== "no";
  const isSlow = isCalmed || SLOW_HIGHWAYS.has(highway) || barrier === "cattle_grid";
  return isSlow ? NODE.SLOW + onlyDirectionOf(tags) : 0;
}

function onlyDirectionOf(tags: Tags): number {
  const direction = tags["traffic_signals:direction"] ?? tags["direction"];
  if (direction === "forward") return NODE.ONLY_FORWARD;
  return direction === "backward" ? NODE.ONLY_BACKWARD : 0;
}
