import { createReadStream } from "node:fs";
import { createBrotliDecompress } from "node:zlib";
import { PlaceKind } from "@commonlane/contract/places";
import { isLanguage, type Language } from "@commonlane/contract/languages";

/** A row of `places.tsv.br`; see server/data/README.md. */
export interface PlaceRecord {
  /** Unique in the file; undefined if the importer is to make one from kind, country, name and position. */
  readonly id: number | undefined;
  readonly kind: PlaceKind;
  readonly name: string;
  /** The town that the place is in; empty for towns. */
  readonly town: string;
  /** First-order division of the country. */
  readonly state: string;
  /** ISO 3166 code. */
  readonly country: string;
  /** 100 · log10 of the population of a town; what a place of another kind is compared with it. */
  readonly importance: number;
  readonly lat: number;
  readonly lng: number;
  /** Other names, in any language. */
  readonly names: readonly string[];
  /** Which of the other names a reader of a language expects, where it is not `name`. */
  readonly localNames?: LocalNames | undefined;
}

export type LocalNames = Readonly<Partial<Record<Language, string>>>;

/** A row of `house-numbers.tsv.br`. */
export interface HouseNumberRecord {
  /** Id of the street in `places.tsv.br`. */
  readonly streetId: number;
  /** Empty for a point of the street. */
  readonly number: string;
  readonly lat: number;
  readonly lng: number;
}

/** Between two of the other names. */
const NAME_SEPARATOR = "|";
/** Before the languages of a name: "Monaco di Baviera|Munich\\en fr". */
const LANGUAGES_MARK = "\\";
const COLUMNS = 10;
// Characters that separate columns, rows and names.
const SEPARATORS = /[\t\n\r|\\]+/gu;
const clean = (text: string) => text.replaceAll(SEPARATORS, " ").trim();

export const formatPlace = (place: PlaceRecord): string =>
  [
    place.id ?? "",
    place.kind,
    clean(place.name),
    clean(place.town),
    clean(place.state),
    place.country,
    place.importance,
    place.lat,
    place.lng,
    formatNames(place),
  ].join("\t");

function formatNames({ names, localNames = {} }: PlaceRecord): string {
  const languagesOf = (name: string) =>
    Object.keys(localNames).filter((code) => isLanguage(code) && localNames[code] === name);
  return names
    .map((name) => {
      const languages = languagesOf(name);
      return languages.length === 0
        ? clean(name)
        : `${clean(name)}${LANGUAGES_MARK}${languages.join(" ")}`;
    })
    .join(NAME_SEPARATOR);
}

function parseNames(text: string): Pick<PlaceRecord, "names" | "localNames"> {
  if (text === "") return { names: [] };
  const marked = text.split(NAME_SEPARATOR).map((name) => name.split(LANGUAGES_MARK));
  const local = marked.flatMap(([name = "", languages = ""]) =>
    languages.split(" ").flatMap((code) => (isLanguage(code) ? [[code, name] as const] : [])),
  );
  const names = marked.map(([name = ""]) => name);
  return local.length === 0
    ? { names }
    : {
        names,
        localNames: Object.fromEntries(local),
      };
}

/** @throws Error if the line is not one that `formatPlace` writes. */
export function parsePlace(line: string): PlaceRecord {
  const columns = line.split("\t");
  const [
    id = "",
    kind = "",
    name = "",
    town = "",
    state = "",
    country = "",
    importance,
    lat,
    lng,
    names = "",
  ] = columns;
  const place = {
    id: id === "" ? undefined : Number(id),
    kind: kinds.get(kind),
    name,
    town,
    state,
    country,
    importance: Number(importance),
    lat: Number(lat),
    lng: Number(lng),
    ...parseNames(names),
  };
  if (columns.length !== COLUMNS || place.kind === undefined || name === "" || !areNumbers(place))
    throw new Error(`not a place: ${line.slice(0, 200)}`);
  return { ...place, kind: place.kind };
}

const kinds = new Map(PlaceKind.options.map((kind): [string, PlaceKind] => [kind, kind]));

const areNumbers = ({
  id = 0,
  importance,
  lat,
  lng,
}: Pick<PlaceRecord, "id" | "importance" | "lat" | "lng">) =>
  Number.isSafeInteger(id) &&
  Number.isInteger(importance) &&
  Number.isFinite(lat) &&
  Number.isFinite(lng);

export const formatHouseNumber = ({ streetId, number, lat, lng }: HouseNumberRecord): string =>
  [streetId, clean(number), lat, lng].join("\t");

export function parseHouseNumber(line: string): HouseNumberRecord {
  const [streetId, number = "", lat, lng] = line.split("\t");
  const house = {
    streetId: Number(streetId),
    number,
    lat: Number(lat),
    lng: Number(lng),
  };
  if (
    !areNumbers({
      ...house,
      id: house.streetId,
      importance: 0,
    })
  )
    throw new Error(`not a house number: ${line.slice(0, 200)}`);
  return house;
}

const CHUNK_BYTES = 256 * 1024;

/** The lines of a file packed with Brotli, many at a time. */
export async function* readLines(file: URL): AsyncGenerator<readonly string[]> {
  const input = createReadStream(file);
  const text = createBrotliDecompress({ chunkSize: CHUNK_BYTES });
  input.on("error", (error) => text.destroy(error));
  input.pipe(text).setEncoding("utf8");
  let rest = "";
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
  if (rest !== "") yield [rest];
}
