import { createCommunity } from "../../../server/src/platform/community/community.ts";
import type { OutsideContext } from "../../../server/src/platform/context.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import { openLog } from "../../../server/src/platform/log.ts";
import { Metrics } from "../../../server/src/platform/metrics.ts";
import { NO_REGIONS } from "../../../server/src/platform/regions/regions.ts";
import { RegionalRoads } from "../../../server/src/platform/routing/network/regional-roads.ts";
import { readSettings } from "../../../server/src/platform/settings.ts";

/**
 * What use cases need besides a database: e-mails and jobs are discarded. A token names port 0, which these servers
 * are called with.
 */
export function createBareContext(db: Db): OutsideContext {
  const log = openLog("error");
  const settings = readSettings({ RATE_LIMIT_FACTOR: "1000", NEW_ACCOUNT_DAYS: "0", PORT: "0" });
  const jobs = { send: async () => {}, sendEach: async () => {} };
  const mail = { send: async () => {} };
  return {
    db,
    now: () => new Date(),
    jobs,
    mail,
    log,
    metrics: new Metrics(),
    services: { fetch },
    routing: new RegionalRoads(() => [], settings),
    regions: NO_REGIONS,
    settings,
    community: createCommunity(settings.fixedCommunity, log),
    accountAccess: [],
  };
}
