import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { IMPORT_FILE_MAX_BYTES } from "./limits.ts";
import { Profile, Vehicle } from "./profiles.ts";
import { Bytes, filledText, Id, Money, SuccessReply } from "./shapes.ts";

/*
 * People who come from another platform, with their vehicles and series. What a file says about them waits here until
 * they sign up with their address and take it over.
 */

export const MemberFileName = z.enum(["people", "vehicles", "series"]);
export type MemberFileName = z.infer<typeof MemberFileName>;

export const MemberImportMistake = z.object({
  file: MemberFileName,
  line: z.int(),
  /** Null if it is the whole row. */
  column: z.nullable(z.string()),
  reason: z.enum([
    "missing",
    "invalid",
    /** The address, or the same row, is there twice. */
    "duplicate",
    "unknownColumn",
    /** The address is not in people.csv. */
    "unknownPerson",
    /** More vehicles or series than a member may have. */
    "tooMany",
  ]),
});
export type MemberImportMistake = z.infer<typeof MemberImportMistake>;

export const MemberImportReport = z.object({
  /** False for a check, and if there is a mistake: then nothing was imported. */
  isImported: z.boolean(),
  people: z.int(),
  vehicles: z.int(),
  series: z.int(),
  /** People who took over or deleted their data before; they are left out. */
  closed: z.int(),
  /** The first ones. */
  mistakes: z.array(MemberImportMistake),
  mistakeCount: z.int(),
});
export type MemberImportReport = z.infer<typeof MemberImportReport>;

export const MemberImportStatus = z.object({
  /** People whose data wait. */
  waiting: z.int(),
  /** Of these, who have an invitation or get one within the next hours. */
  invited: z.int(),
  /** People who took over or deleted their data. */
  closed: z.int(),
  /** When the first data are deleted; null if none wait. */
  firstExpiresAt: z.nullable(z.iso.datetime()),
});
export type MemberImportStatus = z.infer<typeof MemberImportStatus>;

/** A recurring ride that its host may publish here. */
export const ImportedSeries = z.object({
  id: Id,
  from: z.string(),
  to: z.string(),
  time: z.string(),
  weekdays: z.array(z.int()),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  /** Of the return rides on the same days; null if there are none. */
  returnTime: z.nullable(z.string()),
  seatsTotal: z.int(),
  contribution: z.nullable(Money),
});
export type ImportedSeries = z.infer<typeof ImportedSeries>;

/** What another platform knew about the caller. */
export const ImportedData = z.object({
  platform: z.string(),
  expiresAt: z.iso.datetime(),
  profile: z.object({
    firstName: z.optional(z.string()),
    lastName: z.optional(z.string()),
    bio: z.optional(z.string()),
    languages: z.optional(z.array(z.string())),
  }),
  vehicles: z.array(z.omit(Vehicle, { id: true })),
  series: z.array(ImportedSeries),
});
export type ImportedData = z.infer<typeof ImportedData>;

const importFields = {
  // Files are read outside of transactions.
  callsService: true,
  query: z.object({
    /** The name of the platform, as people read it in the invitation. */
    platform: filledText(60),
  }),
  upload: {
    types: ["application/octet-stream"],
    maxBytes: IMPORT_FILE_MAX_BYTES,
    unsupportedTypeProblem: "import_file_unreadable",
    tooLargeProblem: "import_file_too_large",
  },
  body: Bytes,
  reply: MemberImportReport,
  limits: [{ by: "account", count: 60, perS: 600 }],
  problems: ["import_file_unreadable", "import_file_unknown", "import_too_many"],
} as const;

export const memberImports = {
  status: endpoint({
    summary: "How many people of another platform have not taken over their data yet",
    method: "GET",
    path: "/administration/member-imports",
    access: "administrator",
    reply: MemberImportStatus,
  }),
  check: endpoint({
    summary: "Check a file of people, vehicles and series without importing it",
    description:
      "A .zip with people.csv and, if there are any, vehicles.csv and series.csv; or people.csv alone.",
    method: "PUT",
    path: "/administration/member-imports/check",
    access: "administrator",
    loggedByHandler: true,
    ...importFields,
  }),
  import: endpoint({
    summary: "Import people, vehicles and series: all of the file, or nothing",
    description:
      "Creates no accounts. The data wait for 90 days until their owner signs up with the same e-mail address and takes them over.",
    method: "PUT",
    path: "/administration/member-imports",
    access: "administrator",
    confirmed: true,
    loggedByHandler: true,
    ...importFields,
  }),
  invite: endpoint({
    summary: "Invite imported people by e-mail, each of them once",
    method: "POST",
    path: "/administration/member-imports/invitations",
    access: "administrator",
    confirmed: true,
    reply: MemberImportStatus,
  }),
  removeAll: endpoint({
    summary: "Delete all imported data that nobody has taken over",
    method: "DELETE",
    path: "/administration/member-imports",
    access: "administrator",
    confirmed: true,
    reply: SuccessReply,
  }),
};

export const importedData = {
  get: endpoint({
    summary: "Get what another platform knew about the caller; null if nothing waits",
    method: "GET",
    path: "/imported-data",
    access: "signed-in",
    reply: z.object({ data: z.nullable(ImportedData) }),
  }),
  takeOver: endpoint({
    summary: "Take over vehicles, and what the caller's profile does not have yet",
    method: "POST",
    path: "/imported-data/take-over",
    access: "signed-in",
    reply: Profile,
    problems: ["not_found", "invalid_input"],
  }),
  publishSeries: endpoint({
    summary: "Publish an imported recurring ride as the caller's",
    method: "POST",
    path: "/imported-data/series/:seriesId",
    access: "signed-in",
    params: z.object({ seriesId: Id }),
    reply: z.object({ seriesId: Id }),
    limits: [{ by: "account", count: 30, perS: 3600 }],
    problems: [
      "not_found",
      "invalid_input",
      "contribution_too_high",
      "profile_incomplete",
      "series_enough",
      "already_travelling",
    ],
  }),
  remove: endpoint({
    summary: "Delete what waits for the caller",
    method: "DELETE",
    path: "/imported-data",
    access: "signed-in",
    reply: SuccessReply,
  }),
  removeByLink: endpoint({
    summary: "Delete imported data with the link in the invitation",
    method: "POST",
    path: "/imported-data/removal",
    access: "public",
    body: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    reply: SuccessReply,
    limits: [{ by: "address", count: 60, perS: 600 }],
    problems: ["link_over"],
  }),
};
