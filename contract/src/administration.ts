import * as z from "zod/mini";
import { Email } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import {
  BrandColor,
  CommunitySettings,
  MailCertificate,
  MailCertificates,
  MailServer,
  NewMailServer,
  SettingName,
} from "./community-settings.ts";
import { LOGO_MAX_BYTES } from "./limits.ts";
import { ModeratedPerson } from "./moderation-shapes.ts";
import { Bytes } from "./shapes.ts";

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
  fixed: z.array(
    z.object({
      name: SettingName,
      variable: z.string(),
    }),
  ),
  /** Values of the release that stand for nothing, such as an address at example.org. The previous release lists none. */
  placeholders: z.optional(z.array(SettingName)),
  /** The address of the server; only the environment can set it. */
  publicUrl: z.nullable(z.string()),
  /** Certificates that the mail server may have besides those of public authorities. */
  mailCertificates: z.array(MailCertificate),
});
export type SettingsView = z.infer<typeof SettingsView>;

/** Omitted settings stay unchanged; null removes the mail server. */
export const SettingsChange = z.extend(z.partial(CommunitySettings), {
  mailServer: z.optional(z.nullable(NewMailServer)),
  mailCertificates: z.optional(MailCertificates),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

const Color = z.string();
/** Shades of a colour for one theme, as #rrggbb. */
export const ThemePalette = z.object({
  brand: Color,
  brandHover: Color,
  onBrand: Color,
  brandSoft: Color,
  brandInk: Color,
});
export type ThemePalette = z.infer<typeof ThemePalette>;

/** How a community looks, or would look in another colour. */
export const Appearance = z.object({
  /** Null in the product's own colours. */
  palette: z.nullable(
    z.object({
      light: ThemePalette,
      dark: ThemePalette,
    }),
  ),
  /** The colour was changed, because text on it could not be read. */
  isAdjusted: z.boolean(),
  logo: z.nullable(
    z.object({
      url: z.string(),
      width: z.int(),
      height: z.int(),
    }),
  ),
});
export type Appearance = z.infer<typeof Appearance>;

/** A processing activity, as in the record that Art. 30 GDPR asks for. Texts are in the reader's language. */
export const ProcessingActivity = z.object({
  name: z.string(),
  purpose: z.string(),
  legalBasis: z.string(),
  people: z.string(),
  recipients: z.string(),
  retention: z.string(),
  /** Stored columns with personal data, by table. */
  data: z.array(
    z.object({
      table: z.string(),
      columns: z.array(z.string()),
    }),
  ),
});
export type ProcessingActivity = z.infer<typeof ProcessingActivity>;

/** What is kept how long, from the settings of this server. */
export const RetentionRule = z.object({
  what: z.string(),
  /** Null if it is kept as long as the account. */
  days: z.nullable(z.number()),
  /** How long, in words. */
  period: z.string(),
  /** The setting; null if it is fixed. */
  variable: z.nullable(z.string()),
});
export type RetentionRule = z.infer<typeof RetentionRule>;

export const DataProtection = z.object({
  controller: z.nullable(z.string()),
  contact: z.string(),
  activities: z.array(ProcessingActivity),
  retention: z.array(RetentionRule),
});
export type DataProtection = z.infer<typeof DataProtection>;

/** What should be true before people are invited. */
export const goLiveItems = [
  "identity",
  "publicUrl",
  "mail",
  "legal",
  "imprint",
  "accessibility",
  "appearance",
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
    z.object({
      name: z.string(),
      state: z.enum(["ok", "warning", "failed"]),
      reason: z.nullable(z.string()),
    }),
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
  testEmail: z.nullable(
    z.object({
      sentAt: z.iso.datetime(),
      failure: z.nullable(z.string()),
    }),
  ),
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
    confirmed: true,
    loggedByHandler: true,
    body: SettingsChange,
    reply: SettingsView,
    problems: ["setting_fixed"],
  }),
  appearance: endpoint({
    summary: "Get how the community looks, or would look in a colour",
    method: "GET",
    path: "/administration/appearance",
    access: "administrator",
    // A preview asks for many colours, which are not worth an entry.
    loggedByHandler: true,
    query: z.object({ color: z.optional(BrandColor) }),
    reply: Appearance,
  }),
  /** The logo is stored as pixels only, without metadata. The web app draws an SVG before it sends it. */
  setLogo: endpoint({
    summary: "Upload or replace the community's logo",
    method: "PUT",
    path: "/administration/logo",
    access: "administrator",
    loggedByHandler: true,
    callsService: true,
    upload: {
      types: ["image/png", "image/jpeg", "image/webp"],
      maxBytes: LOGO_MAX_BYTES,
      unsupportedTypeProblem: "photo_format_unknown",
      tooLargeProblem: "logo_too_large",
    },
    body: Bytes,
    reply: Appearance,
    limits: [{ by: "account", count: 30, perS: 600 }],
    problems: [
      "photo_format_unknown",
      "photo_broken",
      "logo_too_large",
      "photo_too_detailed",
      "logo_too_small",
    ],
  }),
  removeLogo: endpoint({
    summary: "Remove the community's logo",
    method: "DELETE",
    path: "/administration/logo",
    access: "administrator",
    loggedByHandler: true,
    reply: Appearance,
  }),
  dataProtection: endpoint({
    summary: "Get the record of processing activities and the retention periods of this server",
    method: "GET",
    path: "/administration/data-protection",
    access: "administrator",
    reply: DataProtection,
  }),
  sendTestEmail: endpoint({
    summary: "Send the caller a test e-mail now, and report whether the mail server accepted it",
    method: "POST",
    path: "/administration/test-email",
    access: "administrator",
    callsService: true,
    /**
     * `failure` is null if the server accepted the e-mail, and otherwise says at which step it did not. `certificate` is
     * what the server showed if its certificate is not trusted, and `name` what this server calls itself (EHLO): the host
     * of its address; null if it has none.
     */
    reply: z.object({
      to: z.string(),
      failure: z.nullable(z.string()),
      certificate: z.nullable(MailCertificate),
      name: z.nullable(z.string()),
    }),
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
    confirmed: true,
    loggedByHandler: true,
    body: z.object({ email: Email, role: TeamRole }),
    reply: Team,
    problems: ["not_found", "last_administrator"],
  }),
};
