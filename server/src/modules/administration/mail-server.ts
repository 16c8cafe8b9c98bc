import type {
  MailSecurity,
  MailServer,
  NewMailServer,
} from "@commonlane/contract/community-settings";
import { decodePart } from "#platform/mail/smtp-url.ts";

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
export function toSmtpUrl({ host, port, security, user, password }: NewMailServer): string {
  const login =
    user === null ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? "")}@`;
  return `${SCHEMES[security]}://${login}${host}:${port}${security === "starttls" ? "?requireTLS=true" : ""}`;
}

/** What administrators may see of the URL: everything but the password. */
export function viewMailServer(smtpUrl: string): MailServer {
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
export function describeMailServer(smtpUrl: string | null): string {
  if (smtpUrl === null) return "local mailbox";
  const { host, port, security, user } = viewMailServer(smtpUrl);
  return `${user === null ? "" : `${user} at `}${host}:${port} (${security})`;
}
