/**
 * The roads of a region as plain typed arrays: what a build derives from an extract, before contraction. Everything
 * that decides which way may be driven is in the structure of the graph, so a search needs no rules of its own.
 *
 * - **Nodes** are junctions and ends of roads. A junction with turn restrictions is several nodes, one for each directed
 *   segment that arrives there and needs it; each has only the edges on which one may go on.
 * - **Segments** are pieces of road between neighbouring junctions, each once for both directions, with shape and length.
 *   A loop has a junction in it: the nodes at both ends of a segment differ, and so does each pair of edge ends.
 * - **Edges** are what is driven: a segment in one direction, from a node to a node. Split junctions give a segment
 *   several edges in one direction, from several tails, with the same time.
 * - **Destination-only roads** (private, or open to residents and visitors) lie between two copies of their nodes. In the
 *   copy for arrivals one can come from public roads and never leave; in the copy for departures one can leave and never
 *   arrive. So no search passes through them. Their segments have edges in both copies.
 *
 * A drive begins at a point of a segment: it goes on to the heads of all edges of that segment and direction. It ends at
 * a point: it comes from the tails of all of them. No edge of a direction means that it is one-way.
 */
export interface RoadGraph {
  /** Of each node, in 1e-7 degrees. */
  readonly nodeLat7: Int32Array;
  readonly nodeLng7: Int32Array;

  /** Length of each segment in decimetres, at least 1. */
  readonly segmentLengthDm: Uint32Array;
  /** Index in `SEGMENT_CLASSES`. */
  readonly segmentClass: Uint8Array;
  /** Sum of `SEGMENT_FLAGS`. */
  readonly segmentFlags: Uint8Array;
  /**
   * The points of each segment are those of `shapeLat7` and `shapeLng7` from `shapeFirst` up to `shapeEnd`, at least two.
   * Neighbouring segments of one way, and the ways on foot, share points.
   */
  readonly shapeFirst: Uint32Array;
  readonly shapeEnd: Uint32Array;
  /** Points in the forward direction with both ends, in 1e-7 degrees. */
  readonly shapeLat7: Int32Array;
  readonly shapeLng7: Int32Array;

  /** Nodes. */
  readonly edgeFrom: Uint32Array;
  readonly edgeTo: Uint32Array;
  /** Time of the whole segment in this direction, in tenths of a second, at least 1. */
  readonly edgeTimeDs: Uint32Array;
  readonly edgeSegment: Uint32Array;
  /** 1 if the edge follows the points of its segment, 0 if it goes against them. */
  readonly edgeIsForward: Uint8Array;
}

/** The ways on foot of a region. An edge can be walked in both directions. */
export interface WalkGraph {
  readonly nodeLat7: Int32Array;
  readonly nodeLng7: Int32Array;
  readonly edgeFrom: Uint32Array;
  readonly edgeTo: Uint32Array;
  /** At least 1. */
  readonly edgeLengthDm: Uint32Array;
  /** As in `RoadGraph`, for each edge, from `edgeFrom` to `edgeTo`. */
  readonly shapeFirst: Uint32Array;
  readonly shapeEnd: Uint32Array;
  /** The same arrays as those of the roads. */
  readonly shapeLat7: Int32Array;
  readonly shapeLng7: Int32Array;
}

/** From the largest to the smallest, as in OpenStreetMap's `highway` tag; `service` includes car parks and tracks. */
export const SEGMENT_CLASSES = [
  "motorway",
  "trunk",
  "primary",
  "secondary",
  "tertiary",
  "unclassified",
  "residential",
  "service",
] as const;
export type SegmentClass = (typeof SEGMENT_CLASSES)[number];

/** Regions of earlier releases have 1 and 32 too, so these stay unused. */
export const SEGMENT_FLAGS = {
  /** A drive may begin or end here. Without it the segment is only driven through, such as a motorway or a ferry. */
  MAY_SNAP: 2,
  /** Private, or open to residents and visitors only. */
  DESTINATION_ONLY: 4,
  /** A road that people avoid if they can, such as a farm or forest track; snapping prefers others nearby. */
  BAD_ROAD: 8,
  FERRY: 16,
} as const;
