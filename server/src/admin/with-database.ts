import { accountAccess } from "#bootstrap/account-access.ts";
import { createCommunity } from "#platform/community/community.ts";
import type { OutsideContext } from "#platform/context.ts";
import { connect } from "#platform/db/database.ts";
import { openForReading } from "#platform/db/open-for-tools.ts";
import { openLog } from "#platform/log.ts";
import { Metrics } from "#platform/metrics.ts";
import { NO_REGIONS } from "#platform/regions/regions.ts";
import { RegionalRoads } from "#platform/routing/network/regional-roads.ts";
import { readSettings } from "#platform/settings.ts";

const CONNECTIONS = 2;

/**
 * Runs `work` on the server's database, found through the settings in the environment. Works while the server runs and
 * while it does not.
 */
export async function withDatabase<T>(work: (ctx: OutsideContext) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const { connection, close } = await openForReading({
    url: settings.DATABASE_URL,
    folder: settings.DATA_DIR,
    archive: settings.WAL_ARCHIVE_DIR,
  });
  const db = connect(connection, { max: CONNECTIONS });
  const log = openLog("silent");
  const community = createCommunity(settings.fixedCommunity, log);
  await community.reload(db);
  const ctx: OutsideContext = {
    services: { fetch },
    db,
    now: () => new Date(),
    // Servers poll for due work even when they are not notified.
    jobs: {
      send: async () => {},
      sendEach: async () => {},
    },
    mail: { send: () => Promise.reject(new Error("This command sends no e-mail.")) },
    log,
    metrics: new Metrics(),
    routing: new RegionalRoads(() => [], settings),
    regions: NO_REGIONS,
    settings,
    community,
    accountAccess,
  };
  try {
    return await work(ctx);
  } finally {
    await db.destroy();
    await close();
  }
}
