import { isLocalName, servesLocalhostOnly } from "../http/network/is-local-request.ts";
import { localPageUrl } from "../http/network/local-only-pages.ts";
import type { Settings } from "../settings.ts";

export const DEV_MAILBOX_PATH = "/dev/mailbox";

/** True if e-mails appear in the local mailbox: no mail server is set, and only this machine is served. */
export function hasDevMailbox(settings: Settings): boolean {
  const { SMTP_URL, HOST, DEV_MAILBOX } = settings;
  if (SMTP_URL || DEV_MAILBOX === "off" || !servesLocalhostOnly(settings)) return false;
  return DEV_MAILBOX === "on" || HOST === "::1" || isLocalName(HOST);
}

/** The link to the mailbox of a server at `address`; undefined if it has none. */
export function devMailboxLink(settings: Settings, address: string): string | undefined {
  const { LOCAL_PAGES_KEY: key } = settings;
  return key !== undefined && hasDevMailbox(settings) ? localPageUrl(address, DEV_MAILBOX_PATH, key) : undefined;
}

/** The line printed at the start, with its line break; empty if there is no mailbox. */
export function formatDevMailboxLine(settings: Settings, address: string): string {
  const link = devMailboxLink(settings, address);
  return link === undefined ? "" : `No mail server is set, so e-mails go to the local mailbox: ${link}\n`;
}
