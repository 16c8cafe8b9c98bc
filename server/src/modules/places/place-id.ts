/**
 * Ids of places in our own database: `gn:` and the GeoNames number, `cl:` and a number of ours for other places of the
 * world, `rg:`, the region and a number for places of a region.
 */
const WORLD_ID = /^(gn|cl):([1-9]\d{0,15})$/;
const REGION_ID = /^rg:([^:]{1,64}):(-?[1-9]\d{0,15})$/;

export interface PlaceKeyOfRow {
  /** Empty for the world. */
  readonly region: string;
  readonly id: number;
}

export function placeIdOf({ region, id }: PlaceKeyOfRow): string {
  if (region !== "") return `rg:${region}:${id}`;
  return id > 0 ? `gn:${id}` : `cl:${-id}`;
}

/** Returns undefined if it is not the id of a place in our database. */
export function parsePlaceId(placeId: string): PlaceKeyOfRow | undefined {
  const [, source, number] = WORLD_ID.exec(placeId) ?? [];
  if (source !== undefined) return checked({ region: "", id: source === "gn" ? Number(number) : -Number(number) });
  const [, region, id] = REGION_ID.exec(placeId) ?? [];
  return region === undefined ? undefined : checked({ region, id: Number(id) });
}

const checked = (key: PlaceKeyOfRow) => (Number.isSafeInteger(key.id) ? key : undefined);
