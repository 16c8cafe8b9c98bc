import { isLocalName, servesLocalhostOnly } from "../http/network/is-local-request.ts";
import { localPageUrl } from "../http/network/local-only-pages.ts";
import type { Context } from "../context.ts";

export const DEV_MAILBOX_PATH = "/dev/mailbox";

type MailboxContext = Pick<Context, "settings" | "community">;

/** True if e-mails appear in the local mailbox: no mail server is set, and only this machine is served. */
export function hasDevMailbox({ settings, community }: MailboxContext): boolean {
  const { HOST, DEV_MAILBOX } = settings;
  if (community.smtpUrl !== null || DEV_MAILBOX === "off" || !servesLocalhostOnly(settings))
    return false;
  return DEV_MAILBOX === "on" || HOST === "::1" || isLocalName(HOST);
}

/** The link to the mailbox of a server at `address`; undefined if it has none. */
export function devMailboxLink(ctx: MailboxContext, address: string): string | undefined {
  const { LOCAL_PAGES_KEY: key } = ctx.settings;
  return key !== undefined && hasDevMailbox(ctx)
    ? localPageUrl(address, DEV_MAILBOX_PATH, key)
    : undefined;
}

/** The line printed at the start, with its line break; empty if there is no mailbox. */
export function formatDevMailboxLine(ctx: MailboxContext, address: string): string {
  const link = devMailboxLink(ctx, address);
  return link === undefined
    ? ""
    : `No mail server is set, so e-mails go to the local mailbox: ${link}\n`;
}
