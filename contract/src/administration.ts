import * as z from "zod/mini";
import { Email } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { CommunitySettings, MailServer, NewMailServer, SettingName } from "./community-settings.ts";
import { ModeratedPerson } from "./moderation-shapes.ts";

export const TeamRole = z.enum(["administrator", "moderator", "member"]);
export type TeamRole = z.infer<typeof TeamRole>;

/** A user with a role. */
export const TeamMember = z.object({
  person: ModeratedPerson,
  role: z.enum(["administrator", "moderator"]),
  since: z.iso.datetime(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** The settings of the community as administrators see them. */
export const SettingsView = z.object({
  values: z.extend(CommunitySettings, { mailServer: z.nullable(MailServer) }),
  /** Settings that the operator's environment fixes, with the variable. */
  fixed: z.array(z.object({ name: SettingName, variable: z.string() })),
  /** The address of the server; only the environment can set it. */
  publicUrl: z.nullable(z.string()),
});
export type SettingsView = z.infer<typeof SettingsView>;

/** Omitted settings stay unchanged; null removes the mail server. */
export const SettingsChange = z.extend(z.partial(CommunitySettings), {
  mailServer: z.optional(z.nullable(NewMailServer)),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

/** What should be true before people are invited. */
export const goLiveItems = [
  "identity",
  "publicUrl",
  "mail",
  "legal",
  "region",
  "team",
  "backup",
  "proxy",
  "push",
  "disk",
] as const;
export const GoLiveItem = z.object({
  id: z.enum(goLiveItems),
  /** `warning`: it is set up, but does not work or is not known to. */
  state: z.enum(["done", "warning", "open"]),
});
export type GoLiveItem = z.infer<typeof GoLiveItem>;

/** The state of the server, from its readiness checks and metrics. */
export const ServerStatus = z.object({
  goLive: z.array(GoLiveItem),
  /** Readiness checks by name, with the reason of a warning or failure if it is public. */
  checks: z.array(
    z.object({ name: z.string(), state: z.enum(["ok", "warning", "failed"]), reason: z.nullable(z.string()) }),
  ),
  measures: z.object({
    /** The least free space of the folders for data and backups. */
    freeBytes: z.nullable(z.number()),
    backupAgeS: z.nullable(z.number()),
    /** Age of the oldest event that a consumer has not read. */
    eventLagS: z.nullable(z.number()),
    jobsWaiting: z.nullable(z.number()),
    jobWaitS: z.nullable(z.number()),
    indexedRides: z.nullable(z.number()),
  }),
  /** The latest test e-mail to the present mail server. */
  testEmail: z.nullable(z.object({ sentAt: z.iso.datetime(), failure: z.nullable(z.string()) })),
  publicUrl: z.nullable(z.string()),
});
export type ServerStatus = z.infer<typeof ServerStatus>;

const Team = z.object({ items: z.array(TeamMember) });

export const administration = {
  settings: endpoint({
    summary: "Get the settings of the community",
    method: "GET",
    path: "/administration/settings",
    access: "administrator",
    reply: SettingsView,
  }),
  /** Takes effect in all processes within moments. The audit entry has the old and new values without the password. */
  changeSettings: endpoint({
    summary: "Change settings of the community",
    method: "PUT",
    path: "/administration/settings",
    access: "administrator",
    loggedByHandler: true,
    body: SettingsChange,
    reply: SettingsView,
    problems: ["setting_fixed"],
  }),
  sendTestEmail: endpoint({
    summary: "Send the caller a test e-mail now, and report whether the mail server accepted it",
    method: "POST",
    path: "/administration/test-email",
    access: "administrator",
    callsService: true,
    /** `failure` is null if the server accepted the e-mail, and otherwise says at which step it did not. */
    reply: z.object({ to: z.string(), failure: z.nullable(z.string()) }),
    limits: [{ by: "account", count: 20, perS: 600 }],
  }),
  status: endpoint({
    summary: "Get the state of the server, and what is missing before people are invited",
    method: "GET",
    path: "/administration/status",
    access: "administrator",
    callsService: true,
    reply: ServerStatus,
  }),
  team: endpoint({
    summary: "List administrators and moderators",
    method: "GET",
    path: "/administration/team",
    access: "administrator",
    reply: Team,
  }),
  /** `member` takes the role away. */
  setRole: endpoint({
    summary: "Make a user an administrator, a moderator, or neither",
    method: "PUT",
    path: "/administration/team",
    access: "administrator",
    loggedByHandler: true,
    body: z.object({ email: Email, role: TeamRole }),
    reply: Team,
    problems: ["not_found", "last_administrator"],
  }),
};
