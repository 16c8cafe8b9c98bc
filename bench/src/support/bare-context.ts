import type { Context } from "../../../server/src/platform/context.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import { openLog } from "../../../server/src/platform/log.ts";
import { NO_REGIONS } from "../../../server/src/platform/regions/regions.ts";
import { openRoutingEngine } from "../../../server/src/platform/routing/open-routing-engine.ts";
import { readSettings } from "../../../server/src/platform/settings.ts";

/** What use cases need beside a database: letters and jobs go nowhere. A token names port 0, which servers here are asked for. */
export function createBareContext(db: Db): Context {
  const [log, settings] = [
    openLog("error"),
    readSettings({ RATE_LIMIT_FACTOR: "1000", NEW_ACCOUNT_DAYS: "0", PORT: "0" }),
  ];
  const jobs = { send: async () => {}, sendEach: async () => {} };
  const mail = { send: async () => {} };
  return {
    db,
    now: () => new Date(),
    jobs,
    mail,
    log,
    routing: openRoutingEngine(settings, log),
    regions: NO_REGIONS,
    settings,
  };
}
