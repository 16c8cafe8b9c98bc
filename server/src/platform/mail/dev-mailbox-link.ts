import { isLocalName, servesLocalhostOnly } from "../http/network/is-local-request.ts";
import { localPageUrl } from "../http/network/local-only-pages.ts";
import type { Settings } from "../settings.ts";

export const DEV_MAILBOX_PATH = "/dev/mailbox";

/** Whether e-mails are shown in the local mailbox: no mail server takes them, and only this machine is served. */
export function hasDevMailbox(settings: Settings): boolean {
  const { SMTP_URL, HOST, DEV_MAILBOX } = settings;
  if (SMTP_URL || DEV_MAILBOX === "off" || !servesLocalhostOnly(settings)) return false;
  return DEV_MAILBOX === "on" || HOST === "::1" || isLocalName(HOST);
}

/** The link that opens the mailbox of a server at `address`; undefined where it has none. */
export function devMailboxLink(settings: Settings, address: string): string | undefined {
  const { LOCAL_PAGES_KEY: key } = settings;
  return key !== undefined && hasDevMailbox(settings) ? localPageUrl(address, DEV_MAILBOX_PATH, key) : undefined;
}

/** The line printed at start, with its line break; nothing where there is no mailbox. */
export function formatDevMailboxLine(settings: Settings, address: string): string {
  const link = devMailboxLink(settings, address);
  return link === undefined ? "" : `No mail server is set. E-mails are kept in the local mailbox: ${link}\n`;
}
