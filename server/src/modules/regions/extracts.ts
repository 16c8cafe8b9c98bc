import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SuggestedExtract } from "@commonlane/contract/regions";
import { z } from "zod";
import type { Context } from "#platform/context.ts";

const SHIPPED_LIST = new URL("../../../data/extracts.json", import.meta.url);
/** The operator's own list, in the data folder; it replaces the one of the release. */
const OWN_LIST = "extracts.json";
const SUGGESTED_COUNT = 3;
const KM_PER_DEGREE = 111.2;
/** Measured (docs/operate.md): the build takes about 4 s for each megabyte of the extract. */
const BUILD_S_PER_MB = 4;
const MIN_BUILD_S = 20;

/** An entry of a list of extracts: an https address, or a file on the server, which only the operator can name. */
const ListedExtract = z.union([
  z.strictObject({
    ...entryFields(),
    url: z.url({ protocol: /^https$/ }),
  }),
  z.strictObject({
    ...entryFields(),
    file: z.string().min(1),
  }),
]);
type ListedExtract = z.output<typeof ListedExtract>;

function entryFields() {
  return {
    name: z.string().min(1).max(60),
    sizeMb: z.number().positive(),
    /** West, south, east and north. */
    bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  };
}

interface Area {
  readonly lat: number;
  readonly lng: number;
  readonly radiusKm: number;
}

/** The extracts that hold an area, smallest first; if none holds all of it, those that hold its centre. */
export function suggestExtracts(ctx: Context, area: Area): SuggestedExtract[] {
  const extracts = readExtracts(ctx).toSorted((a, b) => a.sizeMb - b.sizeMb);
  const whole = extracts.filter((extract) => holds(extract, area));
  const found = whole.length > 0 ? whole : extracts.filter((extract) => holdsCentre(extract, area));
  return found.slice(0, SUGGESTED_COUNT).map(viewExtract);
}

/** What `region add` takes as the source of a listed extract; undefined for a name that is not listed. */
export function findExtractSource(ctx: Context, name: string): string | undefined {
  const extract = readExtracts(ctx).find((listed) => listed.name === name);
  return extract && ("url" in extract ? extract.url : extract.file);
}

function readExtracts({ settings, log }: Context): ListedExtract[] {
  try {
    const own = readList(join(settings.DATA_DIR, OWN_LIST));
    if (own) return own;
  } catch (error) {
    log.warn({ err: error }, `${OWN_LIST} is not a list of extracts; using the one of the release`);
  }
  return readList(SHIPPED_LIST) ?? [];
}

function readList(file: string | URL): ListedExtract[] | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
  return z.array(ListedExtract).parse(JSON.parse(text));
}

const holds = ({ bbox }: ListedExtract, { lat, lng, radiusKm }: Area): boolean => {
  const [west, south, east, north] = bbox;
  const latRadius = radiusKm / KM_PER_DEGREE;
  const lngRadius = latRadius / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  const isBetween = west <= lng - lngRadius && lng + lngRadius <= east;
  return isBetween && south <= lat - latRadius && lat + latRadius <= north;
};

const holdsCentre = (extract: ListedExtract, { lat, lng }: Area): boolean =>
  holds(extract, {
    lat,
    lng,
    radiusKm: 0,
  });

const viewExtract = (extract: ListedExtract): SuggestedExtract => ({
  name: extract.name,
  url: "url" in extract ? extract.url : null,
  sizeMb: extract.sizeMb,
  minutes: Math.ceil(Math.max(MIN_BUILD_S, extract.sizeMb * BUILD_S_PER_MB) / 60),
});
