import { onTestFinished } from "vitest";
import { accountAccess } from "#bootstrap/account-access.ts";
import { createCommunity } from "#platform/community/community.ts";
import type { OutsideContext } from "#platform/context.ts";
import { openLog } from "#platform/log.ts";
import { Metrics } from "#platform/metrics.ts";
import type { Email } from "#platform/mail/mailer.ts";
import { openRegions } from "#platform/regions/regions.ts";
import { RegionalRoads } from "#platform/routing/network/regional-roads.ts";
import { readSettings } from "#platform/settings.ts";
import { takeTestDatabase } from "./test-database.ts";
import { createTestJobs } from "./test-jobs.ts";

/** A context on its own database, for tests below the HTTP layer, with control over clock, e-mails and log. */
export async function createTestContext(environment: Record<string, string> = {}) {
  const { connection, db } = await takeTestDatabase();
  const clock = { now: new Date("2026-01-01T08:00:00Z") };
  const letters: Email[] = [];
  const logged: string[] = [];
  const jobs = createTestJobs();
  const log = openLog("debug", { write: (line) => void logged.push(line) });
  const settings = readSettings({ DATA_DIR: "/nonexistent/commonlane", ...environment });
  const regions = openRegions(settings, log);
  onTestFinished(() => regions.close());
  const ctx: OutsideContext = {
    services: { fetch },
    db,
    now: () => clock.now,
    jobs,
    mail: { send: async (_, ...sent) => void letters.push(...sent) },
    log,
    metrics: new Metrics(),
    routing: new RegionalRoads(() => [], settings),
    regions,
    settings,
    community: createCommunity(settings.fixedCommunity, log),
    accountAccess,
  };
  return { ctx, connection, clock, letters, logged, jobs };
}
