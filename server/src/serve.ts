import { beginEmbedded } from "#platform/db/embedded.ts";
import { Leaving } from "#platform/leaving.ts";
import { type Log, openLog } from "#platform/log.ts";
import { withLocalKey } from "#platform/http/local-pages.ts";
import { mailboxLine } from "#platform/mail/mailbox-link.ts";
import { readSettings, type Settings } from "#platform/settings.ts";
import { unknownSettings } from "#platform/unknown-settings.ts";
import type { Environment, More } from "./addition.ts";

/**
 * Runs a server until it is told to leave. `ready` is the line, if any, that is printed once it listens at the address;
 * the key opens the pages for this machine.
 */
export async function serve(
  environment: Environment,
  ready: (address: string, key: string) => string | undefined,
  more: More = {},
): Promise<void> {
  const leaving = new Leaving();
  try {
    const settings = withLocalKey(readSettings(more.addition?.environment(environment) ?? environment));
    const log = openLog(settings.LOG_LEVEL);
    const unknown = unknownSettings(environment);
    if (unknown.length > 0) log.warn(`No settings of this server, so they have no effect: ${unknown.join(", ")}`);
    const listening = await start(settings, log, leaving, more);
    const address = settings.PUBLIC_URL ?? listening;
    const line = ready(address, settings.LOCAL_PAGES_KEY);
    if (line !== undefined) process.stdout.write(`${mailboxLine(settings, address)}${line}\n`);
  } catch (error) {
    await leaving.giveUp(error);
  }
}

/** Has the database begin while most of our code is still to be read, which keeps this process busy for a second. */
async function start(settings: Settings, log: Log, leaving: Leaving, more: More): Promise<string> {
  leaving.listen(log);
  const begun = settings.DATABASE_URL ? undefined : await beginEmbedded(settings.DATA_DIR);
  leaving.before(() => begun?.ready.then(({ stop }) => stop()));
  const [started, { startApp }] = await Promise.all([begun?.ready, import("./app-start.ts")]);
  return startApp({ settings, log, leaving, started }, more);
}
