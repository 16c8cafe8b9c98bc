export type Tags = Readonly<Record<string, string>>;

export interface OsmNode {
  readonly type: "node";
  readonly id: number;
  readonly lat: number;
  readonly lng: number;
  readonly tags: Tags;
}
export interface OsmWay {
  readonly type: "way";
  readonly id: number;
  readonly nodeIds: readonly number[];
  readonly tags: Tags;
}
export interface OsmMember {
  readonly type: "node" | "way" | "relation";
  readonly id: number;
  readonly role: string;
}
export interface OsmRelation {
  readonly type: "relation";
  readonly id: number;
  readonly members: readonly OsmMember[];
  readonly tags: Tags;
}
export type OsmElement = OsmNode | OsmWay | OsmRelation;

/** West, south, east, north, in degrees. */
export type BBox = readonly [west: number, south: number, east: number, north: number];

/** Which elements to decode. The others are skipped, which is faster. */
export interface WantedElements {
  /** "tagged" leaves out nodes without tags, about 95 % of them. */
  readonly nodes?: boolean | "tagged";
  readonly ways?: boolean;
  readonly relations?: boolean;
}
