import { createHash } from "node:crypto";
import {
  MEETING_POINT_SOURCES_MAX,
  MEETING_POINTS_PER_SOURCE_MAX,
} from "@commonlane/contract/limits";
import type {
  MeetingPointImport,
  MeetingPointSource,
  NewMeetingPointSource,
} from "@commonlane/contract/meeting-point-sources";
import { translatable } from "@commonlane/contract/message";
import type { PlaceKind } from "@commonlane/contract/places";
import type { LatLng, PickupKind } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { changeCommunity } from "#platform/community/change-community.ts";
import { recordTeamAction } from "#modules/moderation/index.ts";
import { replaceImportedPoints } from "#modules/pickup-points/index.ts";
import {
  type ImportedPlace,
  removeImportedPlaces,
  replaceImportedPlaces,
} from "#modules/places/index.ts";
import { type Context, type InTransaction, type OutsideContext } from "#platform/context.ts";
import { lockName } from "#platform/db/locks.ts";
import { invalidInput, Problem } from "#platform/http/problem.ts";
import { readPublicUrl } from "#platform/upstream/public-addresses.ts";
import { downloadForImport } from "#platform/upstream/download-public-file.ts";
import { plainLetters } from "#platform/text.ts";
import { type ReadPlace, type ReadPlaces, readPlaces, type SkippedRow } from "./read-places.ts";
import {
  deleteSource,
  findSources,
  saveSource,
  type SourceRow,
} from "./meeting-point-sources.store.ts";

export async function listSources(ctx: Context): Promise<{ items: MeetingPointSource[] }> {
  return { items: (await findSources(ctx)).map(viewSource) };
}

interface ImportRequest extends NewMeetingPointSource {
  readonly url?: string | undefined;
  /** The administrator; undefined for the operator's command. */
  readonly byUid?: string | undefined;
}

/**
 * Imports the places of a file, in place of those of the source with the same name, all or none. Place fields suggest
 * them, and rides meet walkers there. @throws Problem import_file_unreadable, import_file_unknown, import_too_many or
 * meeting_point_sources_enough
 */
export async function importMeetingPoints(
  ctx: Context,
  bytes: Uint8Array,
  request: ImportRequest,
): Promise<MeetingPointImport> {
  const { name, attribution, licence, url = null, withinKm = null, byUid } = request;
  const read = readPlaces(bytes, areaOf(ctx, withinKm));
  assertSize(read);
  const source: SourceRow = {
    id: toSourceId(name),
    name,
    format: read.format,
    attribution,
    licence,
    url,
    within_km: withinKm,
    imported_at: ctx.now(),
    points: read.places.length,
    skipped: read.skipped.length,
  };

  const removed = await changeCommunity(ctx, async (ctx) => {
    // So that two imports at once are both counted.
    await lockName(ctx, "meeting-point-sources");
    await assertRoom(ctx, source.id);
    await saveSource(ctx, source);
    const removed = await replaceImportedPoints(ctx, source.id, read.places);
    await replaceImportedPlaces(ctx, source.id, read.places.map(toImportedPlace));
    if (byUid !== undefined) {
      const details = {
        source: source.id,
        points: source.points,
        url,
      };
      const call = url === null ? "importFile" : "importUrl";
      await recordTeamAction(ctx, byUid, {
        call: `meetingPointSources.${call}`,
        details,
      });
    }
    return removed;
  });
  return {
    source: viewSource(source),
    removed,
    skipped: summarize(read.skipped),
  };
}

const DOWNLOAD = {
  accept: "text/csv, application/zip, */*",
  maxBytes: 20_000_000,
};
/** The web app waits for 10 s. */
const CONSOLE_TIMEOUT_MS = 8_000;
const COMMAND_TIMEOUT_MS = 120_000;

/** Same from an https address. @throws Problem also import_unreachable, or invalid_input for another address */
export async function importMeetingPointsFrom(
  ctx: OutsideContext,
  url: string,
  request: ImportRequest,
): Promise<MeetingPointImport> {
  readPublicUrl(ctx, "url", url);
  const timeoutMs = request.byUid === undefined ? COMMAND_TIMEOUT_MS : CONSOLE_TIMEOUT_MS;
  const bytes = await downloadForImport(ctx, url, {
    ...DOWNLOAD,
    timeoutMs,
  });
  return importMeetingPoints(ctx, bytes, {
    ...request,
    url,
  });
}

/** @throws Problem not_found */
export async function removeSource(ctx: Context, id: string): Promise<{ success: boolean }> {
  await changeCommunity(ctx, async (ctx) => {
    if (!(await deleteSource(ctx, id))) throw new Problem("not_found");
    await removeImportedPlaces(ctx, id);
  });
  return { success: true };
}

/** @throws Problem */
function areaOf({ community: { region } }: Context, withinKm: number | null) {
  if (withinKm === null) return () => true;
  if (!region)
    throw invalidInput("withinKm", translatable("Set the region of the community first."));
  return (position: LatLng) => distanceM(region, position) <= withinKm * 1000;
}

function assertSize({ places }: ReadPlaces): void {
  if (places.length === 0) throw new Problem("import_file_unknown", { message: NO_PLACES });
  if (places.length > MEETING_POINTS_PER_SOURCE_MAX)
    throw new Problem("import_too_many", { message: TOO_MANY_PLACES });
}
const NO_PLACES = translatable("No place of this file can be used.");
const TOO_MANY_PLACES = translatable(
  "This file has more than 20,000 places. Import only those near the community.",
);

async function assertRoom(ctx: InTransaction, id: string): Promise<void> {
  const others = (await findSources(ctx)).filter((source) => source.id !== id);
  if (others.length >= MEETING_POINT_SOURCES_MAX) throw new Problem("meeting_point_sources_enough");
}

/** The same name is the same source: its id is readable, or a hash if it is long or not in Latin letters. */
function toSourceId(name: string): string {
  const folded = plainLetters(name);
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const id = words.join("-");
  if (ID.test(id)) return id;
  return `source-${createHash("sha256").update(folded).digest("hex").slice(0, 12)}`;
}
const ID = /^[a-z0-9][a-z0-9-]{0,35}$/;

const PLACE_KINDS: Readonly<Partial<Record<PickupKind, PlaceKind>>> = {
  parkAndRide: "parking",
  parking: "parking",
  stop: "stop",
};

function toImportedPlace({ key, kind, name, town, lat, lng }: ReadPlace): ImportedPlace {
  return {
    key,
    kind: PLACE_KINDS[kind] ?? "place",
    name,
    town,
    lat,
    lng,
  };
}

const LINES_SHOWN = 10;

/** The reasons, the most frequent one first. */
function summarize(skipped: readonly SkippedRow[]): MeetingPointImport["skipped"] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [...byReason]
    .map(([reason, rows]) => ({
      reason,
      rows: rows.length,
      lines: rows.slice(0, LINES_SHOWN).map(({ line }) => line),
    }))
    .toSorted((a, b) => b.rows - a.rows);
}

function viewSource({ within_km, imported_at, ...source }: SourceRow): MeetingPointSource {
  return {
    ...source,
    withinKm: within_km,
    importedAt: imported_at.toISOString(),
  };
}
