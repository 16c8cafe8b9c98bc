import { createVerifiedAccount } from "../../../server/src/modules/accounts/index.ts";
import { createCommunity } from "../../../server/src/platform/community/community.ts";
import type { OutsideContext } from "../../../server/src/platform/context.ts";
import { openDatabase } from "../../../server/src/platform/db/database.ts";
import { openLog } from "../../../server/src/platform/log.ts";
import { Metrics } from "../../../server/src/platform/metrics.ts";
import { NO_REGIONS } from "../../../server/src/platform/regions/regions.ts";
import { RegionalRoads } from "../../../server/src/platform/routing/network/regional-roads.ts";
import { readSettings } from "../../../server/src/platform/settings.ts";
import { logProgress } from "../bench.ts";

/**
 * A new data folder with `count` verified accounts: account0@example.org and so on, all with this password, or with
 * none.
 */
export async function fillAccounts(
  folder: string,
  count: number,
  password?: string,
): Promise<void> {
  const { db, close } = await openDatabase({ folder, onLost: logProgress });
  const jobs = { send: async () => {}, sendEach: async () => {} };
  const mail = { send: async () => {} };
  const log = openLog("error");
  const settings = readSettings({});
  const routing = new RegionalRoads(() => [], settings);
  const ctx: OutsideContext = {
    services: { fetch },
    db,
    now: () => new Date(),
    jobs,
    mail,
    log,
    metrics: new Metrics(),
    routing,
    regions: NO_REGIONS,
    settings,
    community: createCommunity(settings.fixedCommunity, log),
    accountAccess: [],
  };
  try {
    for (let n = 0; n < count; n++) {
      await createVerifiedAccount(ctx, {
        email: emailOf(n),
        ...(password !== undefined && { password }),
      });
    }
  } finally {
    await close();
  }
}

export const emailOf = (n: number): string => `account${n}@example.org`;
