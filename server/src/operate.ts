import { SUSPENSION_MAX_DAYS } from "@commonlane/contract/limits";
import { Id } from "@commonlane/contract/shapes";
import {
  giveRole,
  listModerators,
  signOutAll,
  signOutOne,
  suspendFor,
  takeRole,
  unsuspend,
} from "#modules/moderation/index.ts";
import { reckonReliability } from "#modules/reliability/index.ts";
import { listReports, settleReport, showReport } from "#modules/reports/index.ts";
import type { Context } from "#platform/context.ts";
import { connect } from "#platform/db/database.ts";
import { reachToRead } from "#platform/db/reach-database.ts";
import { openLog } from "#platform/log.ts";
import { openRouter } from "#platform/router/open-router.ts";
import { readSettings } from "#platform/settings.ts";

/** What `npm run reports`, `suspend`, `unsuspend`, `sign-out`, `moderator` and `reliability` do, on the database of a server that runs or not. */

const HOW = `npm run reports                            what waits
npm run reports -- ID                      one report, with what it is about as it was
npm run reports -- close ID WHAT WAS DONE
npm run suspend -- [--fraud] [--days=N] E-MAIL REASON
npm run unsuspend -- E-MAIL REASON
npm run sign-out -- E-MAIL                 ends all sessions of one person
npm run sign-out -- --everybody            and of all
npm run moderator                          who moderates
npm run moderator -- give E-MAIL
npm run moderator -- take E-MAIL
npm run reliability                        reckons everybody's anew, and compares
npm run reliability -- --write             and sets right what differs`;

type Deed = (ctx: Context) => Promise<string[]>;

const DEEDS: Readonly<Record<string, (said: readonly string[]) => Deed | undefined>> = {
  reports: ([id, closed, ...outcome]) => {
    if (id === undefined) return listReports;
    if (id === "close" && closed !== undefined && outcome.length > 0)
      return (ctx) => settleReport(ctx, mustBeId(closed), outcome.join(" "));
    return closed === undefined && id !== "close" ? (ctx) => showReport(ctx, mustBeId(id)) : undefined;
  },
  suspend: (said) => {
    const [who, ...reason] = said.filter((word) => !word.startsWith("--"));
    const fraud = said.includes("--fraud");
    const days = daysOf(said.find((word) => word.startsWith("--days=")));
    if (who === undefined || reason.length === 0) return undefined;
    return (ctx) => suspendFor(ctx, who, { reason: reason.join(" "), fraud, days });
  },
  unsuspend: ([who, ...reason]) =>
    who === undefined || reason.length === 0 ? undefined : (ctx) => unsuspend(ctx, who, reason.join(" ")),
  "sign-out": ([who, ...more]) => {
    if (who === undefined || more.length > 0) return undefined;
    if (who === "--everybody") return signOutAll;
    return who.startsWith("-") ? undefined : (ctx) => signOutOne(ctx, who);
  },
  moderator: ([what, who]) => {
    if (what === undefined) return listModerators;
    if (what === "give" && who !== undefined) return (ctx) => giveRole(ctx, who);
    return what === "take" && who !== undefined ? (ctx) => takeRole(ctx, who) : undefined;
  },
  reliability: ([write, ...more]) => {
    if (more.length > 0 || (write !== undefined && write !== "--write")) return undefined;
    return (ctx) => reckonReliability(ctx, { write: write !== undefined });
  },
};

function deedOf([what = "", ...said]: readonly string[]): Deed {
  const deed = Object.hasOwn(DEEDS, what) ? DEEDS[what]?.(said) : undefined;
  if (!deed) throw new Error(HOW);
  return deed;
}

function daysOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const days = Number(word.slice("--days=".length));
  if (!Number.isInteger(days) || days < 1 || days > SUSPENSION_MAX_DAYS)
    throw new Error(`--days takes a whole number from 1 to ${SUSPENSION_MAX_DAYS}.`);
  return days;
}

function mustBeId(text: string): string {
  if (!Id.safeParse(text).success) throw new Error(`${text} is no id of a report.`);
  return text;
}

async function withContext(deed: Deed): Promise<string[]> {
  const settings = readSettings(process.env);
  const { connection, close } = await reachToRead({ url: settings.DATABASE_URL, folder: settings.DATA_DIR });
  const db = connect(connection, { max: 2 });
  const log = openLog("silent");
  const ctx: Context = {
    db,
    now: () => new Date(),
    // Whoever runs as a server looks for what is due, also where nobody asked for it.
    jobs: { send: async () => {}, sendEach: async () => {} },
    mail: { send: () => Promise.reject(new Error("Nothing is mailed from here.")) },
    log,
    router: openRouter(settings, log),
    settings,
  };
  try {
    return await deed(ctx);
  } finally {
    await db.destroy();
    await close();
  }
}

// Through `exit`, so that a database we started is stopped.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

try {
  const lines = await withContext(deedOf(process.argv.slice(2)));
  process.stdout.write(`${lines.join("\n")}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
