import { maskContactDetails } from "@commonlane/contract/contact-details/mask";
import { MEETING_POINT_NAME_MAX_LENGTH } from "@commonlane/contract/limits";
import type { MeetingPointSource, SkipReason } from "@commonlane/contract/meeting-point-sources";
import type { LatLng, PickupKind } from "@commonlane/contract/shapes";
import type { ImportedPoint } from "#modules/pickup-points/index.ts";
import {
  isArchive,
  readImportTable,
  type TableRow,
  unpackArchive,
} from "#platform/csv/read-table.ts";
import { Problem } from "#platform/http/problem.ts";

/** A place of a file. Its key is unique in the file. */
export interface ReadPlace extends ImportedPoint {
  /** Undefined if the file does not name it. */
  readonly town: string | undefined;
}

export interface SkippedRow {
  readonly line: number;
  readonly reason: SkipReason;
}

export interface ReadPlaces {
  readonly format: MeetingPointSource["format"];
  readonly places: readonly ReadPlace[];
  readonly skipped: readonly SkippedRow[];
}

/** Base of a country with all its stops; only the places near the community are kept. */
const ROWS_MAX = 200_000;
const UNPACKED_MAX_BYTES = 60_000_000;
const KEY_MAX_LENGTH = 100;
const TOWN_MAX_LENGTH = 80;
const CAPACITY_MAX = 10_000;

interface Format {
  readonly id: MeetingPointSource["format"];
  readonly columns: readonly string[];
  readonly read: (fields: TableRow["fields"]) => ReadPlace | SkipReason;
}

/** Whether a place is wanted, as far as its position decides. */
type IsWithin = (position: LatLng) => boolean;

/**
 * Reads the places of a BNLC file, or of GTFS stops, alone or in the archive of a feed. The columns decide which it is.
 * @throws Problem import_file_unreadable, import_file_unknown or import_too_many
 */
export function readPlaces(bytes: Uint8Array, isWithin: IsWithin): ReadPlaces {
  const table = isArchive(bytes) ? unpackStops(bytes) : bytes;
  const { columns, rows } = readImportTable(table, ROWS_MAX);
  const format = FORMATS.find((known) => known.columns.every((name) => columns.includes(name)));
  if (!format) throw new Problem("import_file_unknown");

  const keys = new Set<string>();
  const places: ReadPlace[] = [];
  const skipped: SkippedRow[] = [];
  for (const { line, fields } of rows) {
    const read = format.read(fields);
    const reason = typeof read === "string" ? read : whyNot(read, keys, isWithin);
    if (reason) skipped.push({ line, reason });
    if (reason || typeof read === "string") continue;
    keys.add(read.key);
    places.push(read);
  }
  return {
    format: format.id,
    places,
    skipped,
  };
}

function whyNot(
  { key, name, lat, lng }: ReadPlace,
  keys: ReadonlySet<string>,
  isWithin: IsWithin,
): SkipReason | undefined {
  if (key === "" || key.length > KEY_MAX_LENGTH) return "noId";
  if (name === "") return "noName";
  if (Number.isNaN(lat) || Number.isNaN(lng)) return "noPosition";
  if (keys.has(key)) return "duplicate";
  if (!isWithin({ lat, lng })) return "outside";
  return maskContactDetails(name).hidden.length > 0 ? "contactDetails" : undefined;
}

const STOPS_FILE = /(?:^|\/)stops\.txt$/;

/** `stops.txt` of an archive, which may have its files in a folder. @throws Problem */
function unpackStops(bytes: Uint8Array): Uint8Array {
  const [stops] = Object.values(unpackArchive(bytes, STOPS_FILE, UNPACKED_MAX_BYTES));
  if (!stops) throw new Problem("import_file_unknown");
  return stops;
}

/** Kinds of BNLC; hitch-hiking stops and places beside roads are simply meeting points. */
const BNLC_KINDS: Readonly<Record<string, PickupKind>> = {
  "Parking relais": "parkAndRide",
  Parking: "parking",
  Supermarché: "parking",
};

function readBnlc(fields: TableRow["fields"]): ReadPlace | SkipReason {
  if (/^(?:false|faux|0|non)$/i.test(fields["ouvert"] ?? "")) return "closed";
  const town = shorten(fields["com_lieu"], TOWN_MAX_LENGTH);
  const name = shorten(fields["nom_lieu"], MEETING_POINT_NAME_MAX_LENGTH);
  return {
    key: fields["id_lieu"] ?? "",
    kind: BNLC_KINDS[fields["type"] ?? ""] ?? "meetingPoint",
    name,
    town: town === "" ? undefined : town,
    ...readPosition(fields["Ylat"], fields["Xlong"]),
    capacity: readCapacity(fields["nbre_pl"]),
  };
}

/** Stations without their platforms, and stops that belong to none. */
function readStop(fields: TableRow["fields"]): ReadPlace | SkipReason {
  const type = fields["location_type"] || "0";
  const isPart = type === "0" && (fields["parent_station"] ?? "") !== "";
  if (isPart || (type !== "0" && type !== "1")) return "partOfStation";
  return {
    key: fields["stop_id"] ?? "",
    kind: "stop",
    name: shorten(fields["stop_name"], MEETING_POINT_NAME_MAX_LENGTH),
    town: undefined,
    ...readPosition(fields["stop_lat"], fields["stop_lon"]),
    capacity: null,
  };
}

const FORMATS: readonly Format[] = [
  { id: "bnlc", columns: ["id_lieu", "nom_lieu", "Xlong", "Ylat"], read: readBnlc },
  { id: "gtfs", columns: ["stop_id", "stop_name", "stop_lat", "stop_lon"], read: readStop },
];

/** One line, cut at a whole character. */
function shorten(text = "", max: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/\p{Cs}$/u, "")}…`;
}

const DECIMAL = /^[-+]?\d{1,3}(?:[.,]\d{1,20})?$/;

/** NaN unless both are degrees on the globe. 0,0 is what tables have for unknown places. */
function readPosition(latText = "", lngText = ""): LatLng {
  const lat = readDegrees(latText, 90);
  const lng = readDegrees(lngText, 180);
  return lat === 0 && lng === 0
    ? {
        lat: Number.NaN,
        lng,
      }
    : {
        lat,
        lng,
      };
}

function readDegrees(text: string, max: number): number {
  const degrees = DECIMAL.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
  return Math.abs(degrees) <= max ? degrees : Number.NaN;
}

function readCapacity(text = ""): number | null {
  const spaces = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return spaces >= 1 && spaces <= CAPACITY_MAX ? spaces : null;
}
