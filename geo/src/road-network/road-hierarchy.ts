/**
 * A contracted road graph. Nodes are numbered by rank: the more important, the higher. An edge leads to a higher node;
 * it is a road of the graph or a shortcut over a lower node. The fastest way between two nodes goes up and then down,
 * so that two small searches upwards find it.
 */
export interface RoadHierarchy {
  /** The number here of each node of the road graph. */
  readonly rankOf: Uint32Array;
  /** Edges from each node to higher ones. */
  readonly up: UpwardEdges;
  /** Edges to each node from higher ones. */
  readonly down: UpwardEdges;
}

/** The edges of node n are those from `first[n]` up to `first[n + 1]`. */
export interface UpwardEdges {
  readonly first: Uint32Array;
  readonly higher: Uint32Array;
  /** As in road-cost.ts. */
  readonly cost: Float64Array;
  /** The node that a shortcut passes; of an edge of the road graph, `~edge`. */
  readonly via: Int32Array;
}

/** The edge between a node and a higher one. @throws Error if there is none. */
export function findEdge({ first, higher }: UpwardEdges, node: number, other: number): number {
  const end = first[node + 1]!;
  for (let edge = first[node]!; edge < end; edge++) if (higher[edge] === other) return edge;
  throw new Error("The road network is damaged: a shortcut has no parts.");
}
