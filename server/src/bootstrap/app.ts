import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { accountRoutes } from "#modules/accounts/index.ts";
import {
  assertRecentlyConfirmed,
  assertTeamSecondFactor,
} from "#modules/accounts/second-factor/index.ts";
import { administrationRoutes } from "#modules/administration/index.ts";
import { apiKeyRoutes, createKeyAuthenticator } from "#modules/api-keys/index.ts";
import { blockRoutes } from "#modules/privacy/index.ts";
import { calendarRoutes } from "#modules/calendar/index.ts";
import { Captcha, captchaRoutes } from "#modules/captcha/index.ts";
import {
  activeDriverRoutes,
  DriverCards,
  LiveMap,
  type DriverMap,
} from "#modules/active-drivers/index.ts";
import { createMaintenanceCheck, communityRoutes } from "#modules/community/index.ts";
import { chatRoutes } from "#modules/chat/index.ts";
import { audienceRoutes, groupRoutes } from "#modules/groups/index.ts";
import { eventCalendarRoutes } from "#modules/event-calendars/index.ts";
import { memberImportRoutes } from "#modules/member-imports/index.ts";
import { eventRoutes } from "#modules/events/index.ts";
import { groupStatisticsRoutes } from "#modules/group-statistics/index.ts";
import { personalDataRoutes } from "#modules/personal-data/index.ts";
import { mountDevMailbox } from "#modules/dev-mailbox/index.ts";
import {
  hasRole,
  moderationRoutes,
  recordModeratorAction,
  recordRefusedCall,
  recordTeamAction,
} from "#modules/moderation/index.ts";
import {
  checkPushServices,
  mountUnsubscribePage,
  notificationRoutes,
} from "#modules/notifications/index.ts";
import { legalRoutes } from "#modules/legal/index.ts";
import { tripSafetyRoutes, TripWaits } from "#modules/trip-safety/index.ts";
import { tripOutcomeRoutes } from "#modules/trip-outcomes/index.ts";
import { tripStatementRoutes } from "#modules/trip-statements/index.ts";
import { createGeocoder, loadTownNames, placeRoutes } from "#modules/places/index.ts";
import { phoneVerificationRoutes } from "#modules/phone-verification/index.ts";
import { profileRoutes } from "#modules/profiles/index.ts";
import { regionRoutes } from "#modules/regions/index.ts";
import { mountPublicPages, publicOfferRoutes } from "#modules/public-pages/index.ts";
import { reportRoutes } from "#modules/reports/index.ts";
import { rideReplacementRoutes } from "#modules/ride-replacements/index.ts";
import { blockHooks, rideHooks, rideRequestRoutes } from "#modules/ride-requests/index.ts";
import { ratingRoutes } from "#modules/ratings/index.ts";
import {
  mountNeighbours,
  NeighbourClient,
  neighbourRoutes,
  NeighbourSearches,
} from "#modules/neighbours/index.ts";
import { feedReceiverRoutes, mountRideFeeds } from "#modules/ride-feeds/index.ts";
import { rideSeriesRoutes } from "#modules/ride-series/index.ts";
import { meetingPointRoutes } from "#modules/pickup-points/index.ts";
import { meetingPointSourceRoutes } from "#modules/meeting-point-sources/index.ts";
import { RideIndex } from "#modules/rides/search/index.ts";
import { rideRoutes } from "#modules/rides/index.ts";
import { savedSearchRoutes } from "#modules/saved-searches/index.ts";
import { seatRequestRoutes } from "#modules/seat-requests/index.ts";
import { mountBackChannelSignOut, signInProviderRoutes } from "#modules/sign-in-providers/index.ts";
import { Timetables, transitRoutes } from "#modules/transit/index.ts";
import { trustMarkRoutes } from "#modules/trust-marks/index.ts";
import { webhookRoutes } from "#modules/webhooks/index.ts";
import { type Context, type OutsideContext, transaction } from "#platform/context.ts";
import { ClockSkew } from "#platform/db/clock-skew.ts";
import { createCollationCheck } from "#platform/db/collation-check.ts";
import type { Db } from "#platform/db/database.ts";
import { appliedMigrations, releaseMigrations } from "#platform/db/migrate.ts";
import { createWriteCheck } from "#platform/db/write-check.ts";
import { mountApiDocs } from "#platform/http/api-docs/mount-api-docs.ts";
import { getDraining } from "#platform/http/connection-draining.ts";
import { mountHealthAndMetrics } from "#platform/http/health/health-and-metrics.ts";
import { ProxyHeaderCheck } from "#platform/http/network/proxy-header-check.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import type { Checks } from "#platform/http/health/readiness.ts";
import {
  type Authenticate,
  type CheckProof,
  EndpointRouter,
  type Caller,
  type PrivilegedRole,
  type RegisterRoutes,
} from "#platform/http/endpoints/endpoint-router.ts";
import { Overload } from "#platform/http/endpoints/overload.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";
import { createServer } from "#platform/http/server.ts";
import { SmsGateway } from "#platform/text-messages/sms-gateway.ts";
import { downloadBytes } from "#platform/upstream/download-public-file.ts";

interface AppDependencies {
  readonly authenticate: Authenticate;
  readonly rateLimits?: RateLimits;
  /** In-memory index that answers searches; filled on the first search if not filled before. */
  readonly rides?: RideIndex;
  /** In-memory map of active drivers; loaded on the first read if no process keeps it current. */
  readonly drivers?: DriverMap;
  /** Followers' calls that wait for news of a trip; without events from `receive` they wait for the longest time. */
  readonly tripWaits?: TripWaits;
  /** The built web app; without it only the API is served. */
  readonly webFolder?: string;
  /** Further readiness checks, reported by `/health/ready`. */
  readonly checks?: Checks;
}

/** Output folder of `npm run build` for the web app. */
export const WEB_FOLDER: string = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** Routes of every module; a module that is not listed has none. */
const moduleRoutes = (
  ctx: Context,
  rides: RideIndex,
  drivers: DriverMap,
  captcha: Captcha,
  timetables: Timetables,
  tripWaits: TripWaits,
): readonly RegisterRoutes[] => [
  accountRoutes,
  signInProviderRoutes,
  trustMarkRoutes(recordTeamAction),
  captchaRoutes(captcha),
  profileRoutes,
  phoneVerificationRoutes(new SmsGateway(ctx)),
  placeRoutes(createGeocoder(ctx)),
  rideRoutes(rides, rideHooks),
  activeDriverRoutes(drivers),
  rideSeriesRoutes(rideHooks),
  meetingPointRoutes,
  meetingPointSourceRoutes,
  eventCalendarRoutes,
  memberImportRoutes,
  seatRequestRoutes,
  rideReplacementRoutes(rides),
  rideRequestRoutes,
  notificationRoutes,
  savedSearchRoutes,
  chatRoutes,
  blockRoutes(blockHooks),
  reportRoutes,
  tripOutcomeRoutes,
  tripSafetyRoutes(drivers, tripWaits),
  tripStatementRoutes,
  ratingRoutes,
  moderationRoutes,
  personalDataRoutes,
  communityRoutes,
  legalRoutes,
  regionRoutes,
  publicOfferRoutes(async () => (await loadTownNames(ctx)).translateLabel),
  transitRoutes(rides, timetables),
  calendarRoutes,
  eventRoutes,
  audienceRoutes,
  groupRoutes(recordTeamAction),
  groupStatisticsRoutes,
  feedReceiverRoutes,
  apiKeyRoutes,
  neighbourRoutes(new NeighbourSearches(new NeighbourClient(), ctx.now)),
  webhookRoutes,
];

/**
 * Creates the whole server from its dependencies; used by `main.ts` and the tests. Throws if an endpoint has no
 * handler.
 */
export function createApp(ctx: OutsideContext, dependencies: AppDependencies): FastifyInstance {
  const {
    authenticate,
    rides = new RideIndex(ctx),
    drivers = createDriverMaps(ctx),
    tripWaits = new TripWaits(),
    webFolder,
  } = dependencies;
  const rateLimits =
    dependencies.rateLimits ?? new RateLimits(undefined, ctx.settings.RATE_LIMIT_FACTOR);
  const { metrics } = ctx;
  const proxyWatch = new ProxyHeaderCheck(ctx);
  const http = createServer(ctx, rateLimits, { metrics, webFolder, proxyWatch });
  getDraining(http).onStart(() => tripWaits.wakeAll());
  const captcha = new Captcha(ctx);
  const checkProof: CheckProof = (action, proof, address) => captcha.check(action, proof, address);
  const moderation = {
    hasRole: (uid: string, role: PrivilegedRole) => hasRole(ctx, uid, role),
    assertSecondFactor: (caller: Caller) => assertTeamSecondFactor(ctx, caller),
    logModeratorCall: recordModeratorAction,
    logRefusedCall: (refusal: Parameters<typeof recordRefusedCall>[1]) =>
      transaction(ctx, (ctx) => recordRefusedCall(ctx, refusal)),
    closedMessage: createMaintenanceCheck(ctx),
  };
  const assertConfirmed = (caller: Caller) => assertRecentlyConfirmed(ctx, caller);
  const loadLabelTranslation = async () => (await loadTownNames(ctx)).translateLabel;
  const overload = new Overload();
  const router = new EndpointRouter({
    ctx,
    http,
    authenticate,
    authenticateKey: createKeyAuthenticator(ctx, rateLimits),
    checkProof,
    assertConfirmed,
    rateLimits,
    overload,
    moderation,
    loadLabelTranslation,
  });
  const checks = {
    ...databaseChecks(ctx.db),
    accepting: getDraining(http).check,
    clock: new ClockSkew(ctx).check,
    rides: () => rides.assertReady(),
    load: overload.check,
    push: () => checkPushServices(ctx),
    ...proxyWatch.checks,
    ...dependencies.checks,
  };
  const timetables = new Timetables(ctx.settings, ctx.log, (url, limits) =>
    downloadBytes(ctx, url, limits),
  );
  const routes = [
    ...moduleRoutes(ctx, rides, drivers, captcha, timetables, tripWaits),
    administrationRoutes(checks),
  ];
  for (const register of routes) register(router);
  const [unbound] = router.unbound;
  if (unbound) throw new Error(`No handler for ${unbound.method} ${unbound.path}.`);
  mountHealthAndMetrics(http, {
    checks,
    metrics,
    settings: ctx.settings,
    log: ctx.log,
  });
  mountApiDocs(http, securityHeaders(ctx.settings).page);
  mountDevMailbox(http, ctx);
  mountUnsubscribePage(http);
  mountPublicPages(http, ctx, {
    rateLimits,
    loadLabelTranslation,
    timetables,
    webFolder,
  });
  mountRideFeeds(http, ctx, { rateLimits });
  mountNeighbours(http, ctx, { rateLimits });
  mountBackChannelSignOut(http, ctx, rateLimits);
  return http;
}

const createDriverMaps = (ctx: Context): DriverMap => ({
  map: new LiveMap(ctx),
  cards: new DriverCards(ctx),
});

const databaseChecks = (db: Db): Checks => ({
  database: () => appliedMigrations(db),
  writes: createWriteCheck(db),
  collation: createCollationCheck(db),
  migrations: async () => {
    const applied = await appliedMigrations(db);
    const missing = releaseMigrations.find((name) => !applied.includes(name));
    if (missing) throw new Error(`The migration ${missing} is missing.`);
  },
});
