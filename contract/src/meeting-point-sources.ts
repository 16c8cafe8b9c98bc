import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { IMPORT_FILE_MAX_BYTES } from "./limits.ts";
import { Bytes, filledText, queryNumber, SuccessReply } from "./shapes.ts";

/** A file of meeting places from open data. */
export const MeetingPointFormat = z.enum([
  /** Base nationale des lieux de covoiturage: CSV. */
  "bnlc",
  /** `stops.txt` of a GTFS feed, alone or in its archive. */
  "gtfs",
]);

/** Where meeting points of the community were imported from. */
export const MeetingPointSource = z.object({
  id: z.string(),
  name: z.string(),
  format: MeetingPointFormat,
  /** Who publishes the places. The page "About" names it with the licence. */
  attribution: z.string(),
  licence: z.string(),
  /** The https address that it was loaded from; null for a file that was sent. */
  url: z.nullable(z.string()),
  /** Only places up to so far from the centre of the community; null for all. */
  withinKm: z.nullable(z.int()),
  importedAt: z.iso.datetime(),
  points: z.int(),
  /** Rows of the file that were not imported. */
  skipped: z.int(),
});
export type MeetingPointSource = z.infer<typeof MeetingPointSource>;

/** Why a row is not imported. */
export const SkipReason = z.enum([
  "noId",
  "noName",
  "noPosition",
  "duplicate",
  "contactDetails",
  "closed",
  "outside",
  /** A platform of a station, or an entrance. */
  "partOfStation",
]);
export type SkipReason = z.infer<typeof SkipReason>;

/** What an import did. `lines` are the first ones with this reason. */
export const MeetingPointImport = z.object({
  source: MeetingPointSource,
  /** Meeting points of the source that the file no longer has. */
  removed: z.int(),
  skipped: z.array(
    z.object({
      reason: SkipReason,
      rows: z.int(),
      lines: z.array(z.int()),
    }),
  ),
});
export type MeetingPointImport = z.infer<typeof MeetingPointImport>;

const WITHIN_KM_MAX = 2000;
const labels = {
  /** Importing again under the same name replaces the source. */
  name: filledText(60),
  attribution: filledText(100),
  licence: filledText(60),
};
export const NewMeetingPointSource = z.object({
  ...labels,
  withinKm: z.nullish(z.int().check(z.gte(1), z.lte(WITHIN_KM_MAX))),
});
export type NewMeetingPointSource = z.output<typeof NewMeetingPointSource>;

const importProblems = [
  "import_file_unreadable",
  "import_file_unknown",
  "import_file_too_large",
  "import_too_many",
  "meeting_point_sources_enough",
] as const;

export const meetingPointSources = {
  list: endpoint({
    summary: "List where the community's meeting points were imported from",
    method: "GET",
    path: "/moderation/meeting-point-sources",
    access: "moderator",
    reply: z.object({ items: z.array(MeetingPointSource) }),
  }),
  importFile: endpoint({
    summary: "Import meeting points from a file, in place of those of the same source",
    description:
      "A CSV of the French national base of carpool places, or stops.txt of a GTFS feed, alone or in its archive. Rides that use a removed place keep it.",
    method: "PUT",
    path: "/administration/meeting-point-sources/file",
    access: "administrator",
    loggedByHandler: true,
    callsService: true,
    query: z.object({
      ...labels,
      withinKm: z.optional(queryNumber(z.int(), z.gte(1), z.lte(WITHIN_KM_MAX))),
    }),
    upload: {
      types: ["application/octet-stream"],
      maxBytes: IMPORT_FILE_MAX_BYTES,
      unsupportedTypeProblem: "import_file_unreadable",
      tooLargeProblem: "import_file_too_large",
    },
    body: Bytes,
    reply: MeetingPointImport,
    limits: [{ by: "account", count: 30, perS: 600 }],
    problems: importProblems,
  }),
  importUrl: endpoint({
    summary: "Import meeting points from an https address, in place of those of the same source",
    method: "POST",
    path: "/administration/meeting-point-sources",
    access: "administrator",
    loggedByHandler: true,
    callsService: true,
    body: z.extend(NewMeetingPointSource, { url: filledText(500) }),
    reply: MeetingPointImport,
    limits: [{ by: "account", count: 30, perS: 600 }],
    problems: [...importProblems, "invalid_input", "import_unreachable"],
  }),
  remove: endpoint({
    summary: "Remove a source with its meeting points; rides that use them keep them",
    method: "DELETE",
    path: "/administration/meeting-point-sources/:sourceId",
    access: "administrator",
    params: z.object({ sourceId: z.string().check(z.maxLength(60)) }),
    reply: SuccessReply,
    problems: ["not_found"],
  }),
};
