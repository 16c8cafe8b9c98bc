import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { type LatLng, PickupKind } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { Headings } from "./headings.ts";

/** A named place on a road where a car may stop. */
export interface PickupPoint extends LatLng {
  readonly kind: PickupKind;
  readonly name: string;
  /** Directions in which cars drive past it. */
  readonly headings: Headings;
  /** Meant by the community or the host for meeting, who know it better than a map. */
  readonly isPreferred?: boolean;
}

/** From the best to meet at to the worst: of two points at one place, the first stays. */
export const KINDS = PickupKind.options;

export const rankOf = (kind: PickupKind): number => KINDS.indexOf(kind);

/** Name of the file in the folder of a region. */
export const PICKUP_FILE = "pickup-points.json.br";

const FORMAT = 1;
/** About 10 cm. */
const UNITS_PER_DEGREE = 1e6;

/** One array per field, which compresses well. Latitudes, and longitudes, are differences to the point before. */
const PickupFile = z.object({
  format: z.literal(FORMAT),
  kinds: z.array(z.enum(KINDS)),
  names: z.array(z.string()),
  lat: z.array(z.int()),
  lng: z.array(z.int()),
  kind: z.array(z.int()),
  name: z.array(z.int()),
  headings: z.array(z.int()),
});

/** Writes the points, and returns the size of the file in bytes. */
export async function writePickupFile(
  file: string,
  points: readonly PickupPoint[],
): Promise<number> {
  const names = [...new Set(points.map(({ name }) => name))];
  const nameIndex = new Map(names.map((name, n) => [name, n]));
  const content: z.infer<typeof PickupFile> = {
    format: FORMAT,
    kinds: [...KINDS],
    names,
    lat: toDifferences(points.map(({ lat }) => Math.round(lat * UNITS_PER_DEGREE))),
    lng: toDifferences(points.map(({ lng }) => Math.round(lng * UNITS_PER_DEGREE))),
    kind: points.map(({ kind }) => KINDS.indexOf(kind)),
    name: points.map(({ name }) => nameIndex.get(name) ?? 0),
    headings: points.map(({ headings }) => headings),
  };
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  const bytes = await promisify(brotliCompress)(JSON.stringify(content), { params });
  await writeFile(file, bytes);
  return bytes.length;
}

/** @throws Error if the file is damaged or of another format */
export async function readPickupFile(file: string): Promise<PickupPoint[]> {
  const text = (await promisify(brotliDecompress)(await readFile(file))).toString();
  const { kinds, names, kind, name, headings, ...columns } = PickupFile.parse(JSON.parse(text));
  const lats = fromDifferences(columns.lat);
  const lngs = fromDifferences(columns.lng);
  return lats.map((lat, n) => ({
    lat: lat / UNITS_PER_DEGREE,
    lng: (lngs[n] ?? Number.NaN) / UNITS_PER_DEGREE,
    kind: kinds[kind[n] ?? -1] ?? "meetingPoint",
    name: names[name[n] ?? -1] ?? "",
    headings: headings[n] ?? 0,
  }));
}

const toDifferences = (values: readonly number[]): number[] =>
  values.map((value, n) => value - (values[n - 1] ?? 0));

function fromDifferences(differences: readonly number[]): number[] {
  let value = 0;
  return differences.map((difference) => (value += difference));
}
