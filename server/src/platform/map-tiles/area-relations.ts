import { readExtract } from "@commonlane/geo/osm/read-extract";
import type { Tags } from "@commonlane/geo/osm/read-extract";
import { adminLevelOf } from "./schema/other-layers.ts";
import { mapArea } from "./schema/map-element.ts";

/** An area whose outline consists of several ways. */
export interface AreaRelation {
  readonly tags: Tags;
  readonly wayIds: readonly number[];
}

/** A way that bounds countries, regions or municipalities: the most important level, and whether one is disputed. */
export interface BoundaryWay {
  readonly adminLevel: number;
  readonly isDisputed: boolean;
}

/** The relations that matter to the map; they come last in an extract, and say which ways to remember. */
export interface MapRelations {
  readonly areas: readonly AreaRelation[];
  readonly boundaryWays: ReadonlyMap<number, BoundaryWay>;
}

const AREA_TYPES = new Set(["multipolygon", "boundary"]);

/** Reads the relations of an extract. @throws ExtractError */
export async function readMapRelations(
  extract: string,
  signal?: AbortSignal,
  onProgress?: (fraction: number) => void,
): Promise<MapRelations> {
  const areas: AreaRelation[] = [];
  const boundaryWays = new Map<number, BoundaryWay>();
  for await (const elements of readExtract(extract, { relations: true }, signal, onProgress)) {
    for (const element of elements) {
      if (element.type !== "relation") continue;
      const { tags } = element;
      const wayIds = element.members.filter(({ type }) => type === "way").map(({ id }) => id);
      if (AREA_TYPES.has(tags["type"] ?? "") && mapArea(tags).length > 0)
        areas.push({ tags, wayIds });
      const adminLevel = adminLevelOf(tags);
      if (adminLevel !== undefined)
        for (const id of wayIds)
          addBoundary(boundaryWays, id, {
            adminLevel,
            tags,
          });
    }
  }
  return { areas, boundaryWays };
}

function addBoundary(
  ways: Map<number, BoundaryWay>,
  id: number,
  {
    adminLevel,
    tags,
  }: {
    adminLevel: number;
    tags: Tags;
  },
): void {
  const known = ways.get(id);
  ways.set(id, {
    adminLevel: Math.min(adminLevel, known?.adminLevel ?? adminLevel),
    isDisputed:
      (known?.isDisputed ?? false) ||
      tags["disputed"] === "yes" ||
      tags["disputed_by"] !== undefined,
  });
}
