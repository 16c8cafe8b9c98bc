import { join } from "node:path";
import { createApp, WEB_FOLDER } from "#app.ts";
import { driverChannel, Faces, LiveMap } from "#modules/active-drivers/index.ts";
import { authenticate, ensureSigningKeys } from "#modules/accounts/index.ts";
import { ensureCaptchaSecret } from "#modules/captcha/index.ts";
import { countUnreadMessages } from "#modules/chat/index.ts";
import { ensureNoticeKeys, noteMailed, noticeWorkers } from "#modules/notices/index.ts";
import { dataRightsWorkers } from "#modules/data-rights/index.ts";
import { ensurePlaces } from "#modules/places/index.ts";
import { RideIndex } from "#modules/rides/index.ts";
import { openBus } from "#platform/bus/open-bus.ts";
import type { Context } from "#platform/context.ts";
import { openDatabase } from "#platform/db/database.ts";
import type { Embedded } from "#platform/db/embedded.ts";
import { reportTo } from "#platform/db/embedded-supervisor.ts";
import { Bell, keepReading, passingFollower } from "#platform/events.ts";
import { closeAfterAccepting, drainOf } from "#platform/http/drain.ts";
import { countTogether } from "#platform/http/counting-together.ts";
import { RateLimits } from "#platform/http/rate-limits.ts";
import { openJobs } from "#platform/jobs/boss.ts";
import { keepSweeping } from "#platform/jobs/sweeps.ts";
import type { Leaving } from "#platform/leaving.ts";
import { Hub } from "#platform/live/hub.ts";
import { attachLive } from "#platform/live/live.ts";
import type { Log } from "#platform/log.ts";
import { openMailing } from "#platform/mail/mailing.ts";
import { outboxCheck } from "#platform/outbox-check.ts";
import { openRouter } from "#platform/router/open-router.ts";
import type { Settings } from "#platform/settings.ts";
import type { More } from "./addition.ts";
import { follow, namedFollowers } from "./followers.ts";
import { sweeps } from "./sweeps.ts";

interface Begun {
  readonly settings: Settings;
  readonly log: Log;
  readonly leaving: Leaving;
  /** The embedded database, where it is the one to use. */
  readonly started: Embedded | undefined;
}

/** Opens everything in its order and gives back the address. Throws one line for the operator. */
export async function startApp(
  { settings, log, leaving, started }: Begun,
  { addition, neighbours }: More,
): Promise<string> {
  const { DATABASE_URL, DATA_DIR, LOG_LEVEL } = settings;
  const { db, connection, close } = await openDatabase({
    url: DATABASE_URL,
    folder: DATA_DIR,
    started,
    ...reportTo(log),
  });
  leaving.before(close);
  // At a first start the database is busy with them for a second or two, while the rest of ours is opened.
  const places = ensurePlaces(connection);
  places.catch(() => {}); // heard below, where they are waited for

  const mailing = openMailing(settings, noteMailed);
  leaving.before(() => mailing.close());
  const workers = [...mailing.workers, ...noticeWorkers({ countMore: countUnreadMessages }), ...dataRightsWorkers];
  const work = await openJobs(connection, workers, log);
  leaving.before(() => work.close());
  const router = openRouter(settings, log);
  const ctx: Context = { db, now: () => new Date(), jobs: work.jobs, mail: mailing.mailer, log, router, settings };
  if (addition) await places.then(() => addition.prepare(ctx));

  const bus = await openBus({ connection, db }, settings, log);
  leaving.before(() => bus.close());
  const rides = new RideIndex(ctx, { file: join(DATA_DIR, "rides.index") });
  const rateLimits = new RateLimits(DATABASE_URL ? countTogether(db) : undefined, settings.RATE_LIMIT_FACTOR);
  const drivers = { map: new LiveMap(ctx, bus), faces: new Faces(ctx) };
  const checks = { outbox: () => outboxCheck(ctx, namedFollowers(settings)) };
  const parts = { authenticate: authenticate(ctx), rateLimits, rides, drivers, webFolder: WEB_FOLDER, checks };
  const app = createApp(ctx, parts);
  addition?.mount(app, ctx, drivers);
  const hub = new Hub();
  const channels = [driverChannel(ctx, drivers, hub)];
  const pass = await attachLive(app, ctx, { ...parts, hub, neighbours, channels });
  const bell = await Bell.open(connection, pass);
  leaving.before(() => bell.close());
  const told = await passingFollower(ctx, (event) => hub.tell(event), { topics: () => hub.topics });
  leaving.before(keepReading(told, bell, (error) => log.error({ err: error }, "telling what happened failed")));

  await ensureNoticeKeys(ctx);
  await follow(ctx, { rides, bell, leaving });

  // Calls are heard while many rides are still being read; /health/ready says when they are.
  leaving.before(rides.follow(bell));
  leaving.before(drivers.map.keep(bell));

  await Promise.all([places, ensureSigningKeys(ctx), ensureCaptchaSecret(ctx), work.work(ctx)]);
  leaving.before(() => app.close());
  const [drain, drainMs] = [drainOf(app), settings.DRAIN_S * 1000];
  leaving.before(() => drain.finish(drainMs), { takesMs: drainMs });
  closeAfterAccepting(app);
  // Fastify would say the address in a line of its own.
  log.level = LOG_LEVEL === "info" ? "warn" : LOG_LEVEL;
  const address = await app.listen({ host: settings.HOST, port: settings.PORT }).catch((error: unknown) => {
    throw cannotListen(error, settings);
  });
  log.level = LOG_LEVEL;
  // Nobody who waits for the line that we are ready need wait for these.
  leaving.before(keepSweeping(ctx, sweeps));
  leaving.before(() => drain.begin());
  return address;
}

function cannotListen(error: unknown, { HOST, PORT }: Settings): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${PORT} is taken by another program. Stop that one, or set PORT to another.`,
    EACCES: `Port ${PORT} is not open to this user. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${HOST}. Set HOST to one that it has.`,
    ENOTFOUND: `This machine has no address ${HOST}. Set HOST to one that it has.`,
  };
  return new Error(reasons[code] ?? `Cannot listen at ${HOST}, port ${PORT}: ${String(error)}`, { cause: error });
}
