import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { accountAccess } from "./account-access.ts";
import { createApp, WEB_FOLDER } from "#bootstrap/app.ts";
import { DriverCards, LiveMap, openDriverMapChannel } from "#modules/active-drivers/index.ts";
import { findItinerary } from "#modules/itineraries/index.ts";
import { createAuthenticator } from "#modules/accounts/sessions/index.ts";
import { ensureSigningKeys } from "#modules/accounts/index.ts";
import { recordCodesDelivered } from "#modules/accounts/email/index.ts";
import { ensureCaptchaSecret } from "#modules/captcha/index.ts";
import { countUnreadMessages } from "#modules/chat/index.ts";
import {
  ensureNotificationKeys,
  notificationWorkers,
  recordEmailResult,
} from "#modules/notifications/index.ts";
import { neighbourWorkers } from "#modules/neighbours/index.ts";
import { webhookWorkers } from "#modules/webhooks/index.ts";
import { personalDataWorkers } from "#modules/personal-data/index.ts";
import { createRegionBuildWorker } from "#modules/regions/index.ts";
import { importPlacesInBackground } from "#modules/places/index.ts";
import { findPhoto } from "#modules/profiles/content/index.ts";
import { findConcernedByRequests } from "#modules/ride-requests/index.ts";
import { TripWaits } from "#modules/trip-safety/index.ts";
import { RideIndex } from "#modules/rides/search/index.ts";
import { startRevocationJournal } from "#platform/backups/revocation-journal.ts";
import { checkBackups, startScheduledBackups } from "#platform/backups/scheduled-backups.ts";
import { openBus } from "#platform/bus/open-bus.ts";
import { createCommunity } from "#platform/community/community.ts";
import { SettingsFollower } from "#platform/community/change-community.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import { reportOutdatedCollation } from "#platform/db/collation-check.ts";
import { type Connection, openDatabase, withoutTimeLimits } from "#platform/db/database.ts";
import type { EmbeddedPostgres } from "#platform/db/embedded/embedded-postgres.ts";
import { logObserver } from "#platform/db/embedded/postgres-supervisor.ts";
import { createTransientConsumer } from "#platform/events/event-consumer.ts";
import { NewEventSignal, startPolling } from "#platform/events/polling.ts";
import type { Checks } from "#platform/http/health/readiness.ts";
import { closeAfterAccepting, getDraining } from "#platform/http/connection-draining.ts";
import { createSharedCounter, RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { openJobQueue } from "#platform/jobs/job-queue.ts";
import { startSweeps } from "#platform/jobs/sweeps.ts";
import type { GracefulShutdown } from "#platform/shutdown.ts";
import { Hub } from "#platform/live/hub.ts";
import { attachLiveServer, type LiveDependencies } from "#platform/live/live-server.ts";
import type { Log } from "#platform/log.ts";
import type { OnDelivery } from "#platform/mail/mailer.ts";
import { openMailer } from "#platform/mail/open-mailer.ts";
import { checkOutbox } from "#platform/events/outbox-health.ts";
import { openRegions } from "#platform/regions/regions.ts";
import { openRoutingEngine } from "#platform/routing/open-routing-engine.ts";
import { Metrics } from "#platform/metrics.ts";
import { addServerGauges } from "#platform/server-gauges.ts";
import type { Settings } from "#platform/settings.ts";
import type { RunStep } from "#platform/start-progress.ts";
import type { StartOptions } from "./plugin.ts";
import { importFirstTownsApart, importWorldPlacesApart } from "./import-places.ts";
import { listConsumerNames, listEventConsumers, runEventConsumers } from "./event-consumers.ts";
import { sweeps } from "./sweeps.ts";
import type { Worker } from "#platform/jobs/worker.ts";
import { listen } from "./listen.ts";

interface StartInput {
  readonly settings: Settings;
  readonly log: Log;
  readonly shutdown: GracefulShutdown;
  /** The embedded database, if it is used. */
  readonly embedded: EmbeddedPostgres | undefined;
  readonly step: RunStep;
}

export interface StartedApp {
  readonly ctx: OutsideContext;
  /** The address that it listens at. */
  readonly listening: string;
}

/** Codes in e-mails are valid from when a mail server accepts them; notifications show whether they were sent. */
const recordDelivery: OnDelivery<Context> = async (ctx, emailIds, failure) => {
  if (failure === undefined) await recordCodesDelivered(ctx, emailIds);
  await recordEmailResult(ctx, emailIds, failure);
};

/** At shutdown, requests that have begun may take `drainS` to complete. */
function drainOnShutdown(app: FastifyInstance, shutdown: GracefulShutdown, drainS: number) {
  const drain = getDraining(app);
  const drainMs = drainS * 1000;
  shutdown.onShutdown(() => drain.complete(drainMs), { takesMs: drainMs });
  closeAfterAccepting(app);
  return drain;
}

/** Starts all parts of the server in order. Throws a one-line message for the operator. */
export async function startApp(
  input: StartInput,
  { plugin, siblings }: StartOptions,
): Promise<StartedApp> {
  const { settings, shutdown, step } = input;
  const { ctx, database, jobQueue, placesLoaded } = await openContext(input, plugin);
  const { db, connection } = database;
  const parts = { connection, placesLoaded, step };
  if (plugin) await withoutTimeLimits(connection, (db) => plugin.prepare({ ...ctx, db }, parts));

  const bus = await openBus({ connection, db }, settings, ctx.log);
  shutdown.onShutdown(() => bus.close());
  const rideIndex = new RideIndex(ctx, { file: join(settings.DATA_DIR, "rides.index") });
  const drivers = {
    map: new LiveMap(ctx, bus),
    cards: new DriverCards(ctx),
  };
  const tripWaits = new TripWaits();
  const sharedCounter = settings.DATABASE_URL ? createSharedCounter(db) : undefined;
  const dependencies = {
    authenticate: createAuthenticator(ctx),
    rateLimits: new RateLimits(sharedCounter, settings.RATE_LIMIT_FACTOR),
    rides: rideIndex,
    drivers,
    tripWaits,
    webFolder: WEB_FOLDER,
    checks: operatorChecks(ctx),
    concerned: concernedUsers(ctx),
  };
  const app = createApp(ctx, dependencies);
  plugin?.mount(app, ctx, drivers);

  const hub = new Hub();
  const channels = [openDriverMapChannel(ctx, drivers, hub)];
  const live = {
    ...dependencies,
    hub,
    siblings,
    channels,
  };
  const deliverEphemeral = await attachLiveServer(app, ctx, live);
  addServerGauges(ctx, {
    consumers: listConsumerNames(settings),
    indexedRides: () => rideIndex.size,
  });
  const newEvents = await NewEventSignal.open(connection, (payload) => {
    deliverEphemeral(payload);
    tripWaits.receive(payload);
  });
  shutdown.onShutdown(() => newEvents.close());
  await startLiveConsumer(ctx, { hub, newEvents, shutdown });

  await ensureNotificationKeys(ctx);
  await runEventConsumers(ctx, {
    rides: rideIndex,
    newEvents,
    shutdown,
  });

  // The server accepts requests while rides are still being loaded; /health/ready reports when they are.
  shutdown.onShutdown(rideIndex.follow(newEvents));
  shutdown.onShutdown(drivers.map.start(newEvents));

  await step("Loading the places of the world", () => placesLoaded);
  await Promise.all([ensureSigningKeys(ctx), ensureCaptchaSecret(ctx), jobQueue.startWorkers(ctx)]);
  shutdown.onShutdown(() => app.close());
  const drain = drainOnShutdown(app, shutdown, settings.DRAIN_S);
  const listening = await listen(app, input);
  database.endStart();
  startBackgroundWork(ctx, connection, shutdown);
  shutdown.onShutdown(() => drain.start());
  return { ctx, listening };
}

/** Opens the database and what uses it without serving requests: the community, mail, jobs and roads. */
async function openContext(
  { settings, log, shutdown, embedded, step }: StartInput,
  plugin: StartOptions["plugin"],
) {
  const database = await openDatabase({
    url: settings.DATABASE_URL,
    folder: settings.DATA_DIR,
    embedded,
    step,
    onWaiting: (reason) => log.warn({ reason }, "waiting for the database at DATABASE_URL"),
    repair: plugin && ((connection) => plugin.repair(settings, connection)),
    ...logObserver(log),
  });
  const { db, connection } = database;
  shutdown.onShutdown(database.close);
  await reportOutdatedCollation(db, log);

  // Importing the places takes a second or two at the first start; the other parts start in the meantime.
  const placesLoaded = importFirstTownsApart({ settings, connection });
  placesLoaded.catch(() => {}); // handled where it is awaited

  const community = createCommunity(settings.fixedCommunity, log);
  await community.reload(db);
  const mailer = openMailer({
    onDelivery: recordDelivery,
    findPhoto: (ctx, photoId) => findPhoto(ctx, photoId, "small"),
  });
  shutdown.onShutdown(() => mailer.close());
  const jobQueue = await step("Opening the job queue", () =>
    openJobQueue(connection, listWorkers(mailer), log),
  );
  shutdown.onShutdown(() => jobQueue.close());

  const ctx: OutsideContext = {
    services: { fetch },
    db,
    now: () => new Date(),
    jobs: jobQueue.jobs,
    mail: mailer.mailer,
    log,
    metrics: new Metrics(),
    ...openRoads({ settings, log, shutdown }),
    settings,
    community,
    accountAccess,
  };
  return {
    ctx,
    database,
    jobQueue,
    placesLoaded,
  };
}

function listWorkers(mailer: ReturnType<typeof openMailer>): readonly Worker[] {
  return [
    ...mailer.workers,
    ...notificationWorkers({
      countOtherUnread: countUnreadMessages,
      findItinerary,
    }),
    ...personalDataWorkers,
    ...neighbourWorkers,
    createRegionBuildWorker(),
    ...webhookWorkers,
  ];
}

interface LiveConsumer {
  readonly hub: Hub;
  readonly newEvents: NewEventSignal;
  readonly shutdown: GracefulShutdown;
}

/** Sends events to browsers, and reads the settings of the community again when they have changed. */
async function startLiveConsumer(
  ctx: Context,
  { hub, newEvents, shutdown }: LiveConsumer,
): Promise<void> {
  const settings = new SettingsFollower(ctx);
  hub.subscribe("community-settings", settings.onChanged);
  const liveConsumer = await createTransientConsumer(ctx, (event) => hub.dispatch(event), {
    topics: () => hub.topics,
  });
  // They may have changed since they were read at the start.
  await ctx.community.reload(ctx.db);
  const onError = (error: unknown) => ctx.log.error({ err: error }, "sending live events failed");
  shutdown.onShutdown(startPolling(settings.after(liveConsumer), newEvents, onError));
}

const operatorChecks = (ctx: Context): Checks => ({
  outbox: () => checkOutbox(ctx, listEventConsumers(ctx.settings)),
  ...(ctx.settings.BACKUP_DIR !== undefined && { backup: () => checkBackups(ctx) }),
});

const concernedUsers = (ctx: Context): LiveDependencies["concerned"] => ({
  "ride-requests": (events, uids) => findConcernedByRequests(ctx, events, uids),
});

/** Work that readiness does not depend on. */
function startBackgroundWork(
  ctx: OutsideContext,
  connection: Connection,
  shutdown: GracefulShutdown,
): void {
  shutdown.onShutdown(startSweeps(ctx, sweeps));
  const importWorld = (connection: Connection, options: { signal: AbortSignal }) =>
    importWorldPlacesApart({
      settings: ctx.settings,
      connection,
      ...options,
    });
  shutdown.onShutdown(importPlacesInBackground(ctx, connection, importWorld));
  if (ctx.settings.BACKUP_DIR !== undefined)
    shutdown.onShutdown(startScheduledBackups(ctx, connection));
  shutdown.onShutdown(startRevocationJournal(ctx));
}

function openRoads({
  settings,
  log,
  shutdown,
}: Omit<StartInput, "embedded" | "step">): Pick<Context, "regions" | "routing"> {
  const regions = openRegions(settings, log);
  shutdown.onShutdown(() => regions.close());
  const { routing, close } = openRoutingEngine(settings, log, regions);
  shutdown.onShutdown(close);
  return { regions, routing };
}
