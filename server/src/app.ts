import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { accountRoutes } from "#modules/accounts/index.ts";
import { blockRoutes } from "#modules/blocks/index.ts";
import { Captcha, captchaRoutes } from "#modules/captcha/index.ts";
import { activeDriverRoutes, Faces, LiveMap, type Maps } from "#modules/active-drivers/index.ts";
import { closedFor, communityRoutes } from "#modules/community/index.ts";
import { chatRoutes } from "#modules/chat/index.ts";
import { dataRightsRoutes } from "#modules/data-rights/index.ts";
import { mountDevMailbox } from "#modules/dev-mailbox/index.ts";
import { isModerator, moderationRoutes, witness } from "#modules/moderation/index.ts";
import { mountStopLettersPage, noticeRoutes } from "#modules/notices/index.ts";
import { onTheWayRoutes } from "#modules/on-the-way/index.ts";
import { passageRoutes } from "#modules/passages/index.ts";
import { openGeocoder, placeRoutes } from "#modules/places/index.ts";
import { profileRoutes } from "#modules/profiles/index.ts";
import { reportRoutes } from "#modules/reports/index.ts";
import { rescueRoutes } from "#modules/rescue/index.ts";
import { followUpOfBlocks, followUpOfRides, rideRequestRoutes } from "#modules/ride-requests/index.ts";
import { ratingRoutes } from "#modules/ratings/index.ts";
import { rideContactRoutes } from "#modules/ride-contacts/index.ts";
import { rideSeriesRoutes } from "#modules/ride-series/index.ts";
import { rideTemplateRoutes } from "#modules/ride-templates/index.ts";
import { RideIndex, rideRoutes } from "#modules/rides/index.ts";
import { savedSearchRoutes } from "#modules/saved-searches/index.ts";
import { seatRequestRoutes } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/db/database.ts";
import { appliedMigrations, knownMigrations } from "#platform/db/migrate.ts";
import { mountApiDescription } from "#platform/http/api-description.ts";
import { mountOperations } from "#platform/http/operations.ts";
import { ProxyWatch } from "#platform/http/proxy-watch.ts";
import { RateLimits } from "#platform/http/rate-limits.ts";
import type { Checks } from "#platform/http/readiness.ts";
import { type Authenticate, type CheckProof, Router, type Routes } from "#platform/http/route.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";
import { createServer } from "#platform/http/server.ts";
import { Metrics } from "#platform/metrics.ts";

interface Parts {
  readonly authenticate: Authenticate;
  readonly rateLimits?: RateLimits;
  /** What searches are answered from; filled at the first one where nobody filled it before. */
  readonly rides?: RideIndex;
  /** Who is active and where; read at the first look where nobody keeps it. */
  readonly drivers?: Maps;
  /** The built web app; without it there are only calls. */
  readonly webFolder?: string;
  /** What else must work before requests should come. */
  readonly checks?: Checks;
}

/** Where `npm run build` puts the web app. */
export const WEB_FOLDER: string = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** Every module's calls; a module that is not in here has none. */
const modulesOn = (ctx: Context, rides: RideIndex, drivers: Maps, captcha: Captcha): readonly Routes[] => [
  accountRoutes,
  captchaRoutes(captcha),
  profileRoutes,
  placeRoutes(openGeocoder(ctx.settings, ctx.log)),
  rideRoutes(rides, followUpOfRides),
  activeDriverRoutes(drivers),
  rideSeriesRoutes(followUpOfRides),
  rideTemplateRoutes,
  seatRequestRoutes,
  rescueRoutes(rides),
  rideRequestRoutes,
  noticeRoutes,
  savedSearchRoutes,
  chatRoutes,
  blockRoutes(followUpOfBlocks),
  reportRoutes,
  passageRoutes,
  onTheWayRoutes,
  rideContactRoutes,
  ratingRoutes,
  moderationRoutes,
  dataRightsRoutes,
  communityRoutes,
];

/** The whole server, given its dependencies; `main.ts` and the tests call the same function. Throws where a call is bound by nobody. */
export function createApp(ctx: Context, parts: Parts): FastifyInstance {
  const { authenticate, rides = new RideIndex(ctx), drivers = driversOf(ctx), webFolder } = parts;
  const rateLimits = parts.rateLimits ?? new RateLimits(undefined, ctx.settings.RATE_LIMIT_FACTOR);
  const metrics = new Metrics(ctx.db);
  const proxyWatch = new ProxyWatch(ctx);
  const http = createServer(ctx, rateLimits, { metrics, webFolder, proxyWatch });
  const captcha = new Captcha(ctx);
  const checkProof: CheckProof = (action, proof) => captcha.check(action, proof);
  const moderation = { mayModerate: (uid: string) => isModerator(ctx, uid), witness, closed: closedFor(ctx) };
  const router = new Router({ ctx, http, authenticate, checkProof, rateLimits, moderation });
  for (const routes of modulesOn(ctx, rides, drivers, captcha)) routes(router);
  const [unbound] = router.unbound;
  if (unbound) throw new Error(`Nobody answers ${unbound.method} ${unbound.path}.`);

  const checks = {
    ...databaseChecks(ctx.db),
    rides: () => rides.ready(),
    ...proxyWatch.checks,
    ...parts.checks,
  };
  mountOperations(http, { checks, metrics, settings: ctx.settings, log: ctx.log });
  mountApiDescription(http, securityHeaders(ctx.settings).page);
  mountDevMailbox(http, ctx);
  mountStopLettersPage(http);
  return http;
}

const driversOf = (ctx: Context): Maps => ({ map: new LiveMap(ctx), faces: new Faces(ctx) });

const databaseChecks = (db: Db): Checks => ({
  database: () => appliedMigrations(db),
  migrations: async () => {
    const applied = await appliedMigrations(db);
    const missing = knownMigrations.find((name) => !applied.includes(name));
    if (missing) throw new Error(`The migration ${missing} is missing.`);
  },
});
