/** A row of `place-areas.tsv.br`: the towns, districts and the postcode by which a place of a region is looked for. */
export interface PlaceAreasRecord {
  readonly placeId: number;
  readonly postcode: string;
  readonly areas: readonly string[];
}

const SEPARATORS = /[\t\n\r|\\]+/gu;
const clean = (text: string) => text.replaceAll(SEPARATORS, " ").trim();

export const formatPlaceAreas = ({ placeId, postcode, areas }: PlaceAreasRecord): string =>
  [placeId, clean(postcode), areas.map(clean).join("|")].join("\t");

/** @throws Error if the line is not one that `formatPlaceAreas` writes. */
export function parsePlaceAreas(line: string): PlaceAreasRecord {
  const [id = "", postcode = "", areas = "", ...more] = line.split("\t");
  const placeId = Number(id);
  if (id === "" || !Number.isSafeInteger(placeId) || more.length > 0)
    throw new Error(`not areas: ${line.slice(0, 200)}`);
  return {
    placeId,
    postcode,
    areas: areas === "" ? [] : areas.split("|"),
  };
}
