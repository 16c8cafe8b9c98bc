import type { SettingsChange, SettingsView } from "@commonlane/contract/administration";
import type {
  MailSecurity,
  MailServer,
  NewMailServer,
  SettingName,
} from "@commonlane/contract/community-settings";
import { message, translatable } from "@commonlane/contract/message";
import { emailAdministrators, recordTeamAction } from "#modules/moderation/index.ts";
import { isDeepStrictEqual } from "node:util";
import { changeCommunity } from "#platform/community/change-community.ts";
import { findStoredValues, storeValues } from "#platform/community/community-settings.store.ts";
import {
  COMMUNITY_VARIABLES,
  type CommunityValues,
  DEFAULT_VALUES,
  valueNames,
} from "#platform/community/community-values.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  describeCertificate,
  hasReadableCertificates,
  readCertificates,
} from "#platform/mail/certificates.ts";
import { decodePart } from "#platform/mail/smtp-url.ts";

/** What the default of these settings says is true of no community. */
const PLACEHOLDERS = ["name", "supportEmail", "socialUrl"] as const;

type Wanted = { readonly [Name in keyof CommunityValues]?: CommunityValues[Name] | undefined };

/** The mail server has a name and form of its own in the API, which never returns its password. */
const apiName = (name: keyof CommunityValues): SettingName =>
  name === "smtpUrl" ? "mailServer" : name;

/** The settings as they are in the database, which another process may have changed a moment ago. */
export async function getSettings(ctx: Context): Promise<SettingsView> {
  const { smtpUrl, mailCertificates, ...values } = await readValues(ctx);
  const { fixedNames } = ctx.community;
  return {
    placeholders: PLACEHOLDERS.filter(
      (name) => values[name] === DEFAULT_VALUES[name] && !fixedNames.has(name),
    ),
    mailCertificates: readCertificates(mailCertificates ?? "").map(describeCertificate),
    values: {
      ...values,
      mailServer: smtpUrl === null ? null : viewMailServer(smtpUrl),
    },
    fixed: [...ctx.community.fixedNames].map((name) => ({
      name: apiName(name),
      variable: COMMUNITY_VARIABLES[name].variable,
    })),
    publicUrl: ctx.settings.PUBLIC_URL ?? null,
  };
}

/**
 * Changes settings with an entry in the audit log. They apply in this process before this returns, in the others soon
 * afterwards. Throws setting_fixed, and then changes nothing.
 */
export async function changeSettings(
  ctx: Context,
  byUid: string,
  { mailServer, mailCertificates, ...changes }: SettingsChange,
): Promise<SettingsView> {
  const wanted: Wanted = {
    ...changes,
    ...(mailCertificates !== undefined && { mailCertificates: toPem(mailCertificates) }),
    ...(mailServer !== undefined && {
      smtpUrl: mailServer && toSmtpUrl(requirePassword(mailServer)),
    }),
  };
  return changeCommunity(ctx, async (ctx) => {
    const before = await readValues(ctx);
    const changed = valueNames.filter(
      (name) => wanted[name] !== undefined && !isDeepStrictEqual(wanted[name], before[name]),
    );
    assertNotFixed(ctx, changed);
    await storeValues(ctx, Object.fromEntries(changed.map((name) => [name, wanted[name]])));
    const after = await readValues(ctx);
    const details = Object.fromEntries(
      changed.map((name) => [
        apiName(name),
        `${describe(name, before)} → ${describe(name, after)}`,
      ]),
    );
    if (changed.length > 0)
      await recordTeamAction(ctx, byUid, {
        call: "administration.changeSettings",
        details,
      });
    await emailSettingsChange(ctx, {
      byUid,
      changed,
      before,
      after,
    });
    return getSettings(ctx);
  });
}

interface ChangedSettings {
  readonly byUid: string;
  readonly changed: readonly (keyof CommunityValues)[];
  readonly before: CommunityValues;
  readonly after: CommunityValues;
}

/** E-mails the administrators what a thief would change; through the old mail server too, which the thief cannot read. */
async function emailSettingsChange(
  ctx: InTransaction,
  { byUid, changed, before, after }: ChangedSettings,
): Promise<void> {
  if (changed.includes("smtpUrl") || changed.includes("mailFrom")) {
    const through = [before, after].flatMap(({ smtpUrl, mailFrom }) =>
      smtpUrl === null ? [] : { smtpUrl, mailFrom },
    );
    const values = {
      server: describe("smtpUrl", after),
      sender: after.mailFrom,
    };
    await emailAdministrators(ctx, {
      byUid,
      what: MAIL_CHANGED,
      values,
      through,
    });
  }
  if (!changed.includes("requireSecondFactor")) return;
  const what = after.requireSecondFactor === "team" ? FACTOR_REQUIRED : FACTOR_OPTIONAL;
  await emailAdministrators(ctx, {
    byUid,
    what,
    values: {},
  });
}

const MAIL_CHANGED = message("E-mails go through {server} now, from {sender}.", {
  comment: "{server} is the address of a mail server, or none.",
});
const FACTOR_REQUIRED = message("Moderators and administrators need a second factor now.");
const FACTOR_OPTIONAL = message("Moderators and administrators no longer need a second factor.");

async function readValues({ db, log, settings }: Context): Promise<CommunityValues> {
  return {
    ...DEFAULT_VALUES,
    ...(await findStoredValues(db, log)),
    ...settings.fixedCommunity,
  };
}

/** A user name without a password is a form filled in halfway: the stored password is never reused for another server. */
function requirePassword(server: NewMailServer): NewMailServer {
  if (server.user === null || server.password) return server;
  throw new Problem("invalid_input", {
    fields: { "mailServer.password": translatable("Enter the password of this user.") },
  });
}

/** The certificates alone: a private key that was pasted with them is not kept. @throws Problem invalid_input */
function toPem(certificates: string | null): string | null {
  if (certificates === null) return null;
  if (hasReadableCertificates(certificates)) return readCertificates(certificates).join("");
  throw new Problem("invalid_input", {
    fields: {
      mailCertificates: translatable("This certificate can't be read. Copy the whole text."),
    },
  });
}

function assertNotFixed({ community }: Context, names: readonly (keyof CommunityValues)[]): void {
  const fixed = names.filter((name) => community.fixedNames.has(name));
  if (fixed.length === 0) return;
  throw new Problem("setting_fixed", {
    fields: Object.fromEntries(fixed.map((name) => [apiName(name), FIXED])),
  });
}

const FIXED = translatable("The operator's environment sets this value.");

/** A value for the audit log, without secrets. */
function describe(name: keyof CommunityValues, values: CommunityValues): string {
  if (name === "smtpUrl") return describeMailServer(values.smtpUrl);
  if (name === "mailCertificates") return describeCertificates(values.mailCertificates);
  const value = values[name];
  if (value === null) return "none";
  if (typeof value !== "object") return String(value);
  if ("agencyId" in value) return `${value.agencyId} ${value.routeType} ${value.licence}`;
  if ("lat" in value) return `${value.lat}, ${value.lng} (${value.radiusKm} km)`;
  return value.map(({ label, url }) => `${label} ${url}`).join(", ") || "none";
}

const describeCertificates = (certificates: string | null): string =>
  readCertificates(certificates ?? "")
    .map(({ fingerprint256 }) => fingerprint256)
    .join(", ") || "none";

const SCHEMES = {
  tls: "smtps",
  starttls: "smtp",
  optional: "smtp",
} as const;
const DEFAULT_PORTS = {
  "smtps:": 465,
  "smtp:": 587,
} as const;

/** The URL that the server uses; it holds the password. */
function toSmtpUrl({ host, port, security, user, password }: NewMailServer): string {
  const login =
    user === null ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? "")}@`;
  return `${SCHEMES[security]}://${login}${host}:${port}${security === "starttls" ? "?requireTLS=true" : ""}`;
}

/** What administrators may see of the URL: everything but the password. */
function viewMailServer(smtpUrl: string): MailServer {
  const { protocol, hostname, port, username, searchParams } = new URL(smtpUrl);
  const isSecure = protocol === "smtps:";
  return {
    host: hostname,
    port: Number(port) || DEFAULT_PORTS[isSecure ? "smtps:" : "smtp:"],
    security: isSecure ? "tls" : plainSecurity(searchParams),
    user: decodePart(username) || null,
  };
}

const plainSecurity = (options: URLSearchParams): MailSecurity =>
  options.get("requireTLS") === "true" ? "starttls" : "optional";

/** For the audit log. */
function describeMailServer(smtpUrl: string | null): string {
  if (smtpUrl === null) return "local mailbox";
  const { host, port, security, user } = viewMailServer(smtpUrl);
  return `${user === null ? "" : `${user} at `}${host}:${port} (${security})`;
}
