import { listReports, settleReport, showReport, suspendFor } from "#modules/reports/index.ts";
import type { Context } from "#platform/context.ts";
import { connect } from "#platform/db/database.ts";
import { reachToRead } from "#platform/db/reach-database.ts";
import { openLog } from "#platform/log.ts";
import { openRouter } from "#platform/router/open-router.ts";
import { readSettings } from "#platform/settings.ts";

/** What `npm run reports` and `npm run suspend` do, on the database of a server that runs or not. */

const HOW = `npm run reports                            what waits
npm run reports -- ID                      one report, with what it is about as it was
npm run reports -- close ID WHAT WAS DONE
npm run suspend -- [--fraud] E-MAIL REASON`;

type Deed = (ctx: Context) => Promise<string[]>;

function deedOf([what, ...said]: readonly string[]): Deed {
  if (what === "reports") {
    const [id, closed, ...outcome] = said;
    if (id === undefined) return listReports;
    if (id === "close" && closed !== undefined && outcome.length > 0)
      return (ctx) => settleReport(ctx, mustBeId(closed), outcome.join(" "));
    if (closed === undefined && id !== "close") return (ctx) => showReport(ctx, mustBeId(id));
  }
  if (what === "suspend") {
    const [who, ...reason] = said.filter((word) => word !== "--fraud");
    if (who !== undefined && reason.length > 0)
      return (ctx) => suspendFor(ctx, who, { reason: reason.join(" "), fraud: said.includes("--fraud") });
  }
  throw new Error(HOW);
}

function mustBeId(text: string): string {
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) throw new Error(`${text} is no id of a report.`);
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
