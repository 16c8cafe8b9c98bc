import { randomUUID } from "node:crypto";
import type { DomainEvent } from "@commonlane/contract/live";
import type { Gender } from "@commonlane/contract/profiles";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { accountAccess } from "#bootstrap/account-access.ts";
import { createApp } from "#bootstrap/app.ts";
import { DriverCards, LiveMap } from "#modules/active-drivers/index.ts";
import { createAuthenticator } from "#modules/accounts/sessions/index.ts";
import { createVerifiedAccount, issueIdToken } from "#modules/accounts/index.ts";
import { createCommunity } from "#platform/community/community.ts";
import type { CommunityValues } from "#platform/community/community-values.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import { rideChangedConsumer } from "#modules/seat-requests/ride-changes/index.ts";
import { TripWaits } from "#modules/trip-safety/index.ts";
import { createTransientConsumer } from "#platform/events/event-consumer.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import type { Email } from "#platform/mail/mailer.ts";
import { openRegions } from "#platform/regions/regions.ts";
import { openRoutingEngine } from "#platform/routing/open-routing-engine.ts";
import type { RoutingEngine } from "#platform/routing/routing-engine.ts";
import { Metrics } from "#platform/metrics.ts";
import { readSettings, type Settings } from "#platform/settings.ts";
import { assertShownTimes } from "./assert-shown-times.ts";
import { takeTestDatabase } from "./test-database.ts";
import { createTestJobs } from "./test-jobs.ts";
import { waitForConsumer } from "./wait-for-consumer.ts";

export interface TestUserOptions {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly gender?: Gender;
  readonly adult?: boolean;
  readonly emailDomain?: string;
}
export interface CallOptions {
  /** The user whose token is sent. */
  readonly as?: { readonly token: string; readonly freshToken?: () => Promise<string> } | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, string | number>;
}
export interface Reply<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Record<string, unknown>;
}
interface TestAppOptions {
  readonly settings?: Partial<Settings>;
  /** Settings of the community, as fixed by the environment. */
  readonly community?: Partial<CommunityValues>;
  readonly rateLimits?: RateLimits;
  /** Instead of the roads of regions in the data folder. */
  readonly roads?: RoutingEngine;
}
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;
export type TestUser = Awaited<ReturnType<TestApp["createUser"]>>;

/** A folder that does not exist: tests use no region of this machine unless they name a folder with one. */
const NO_DATA = "/nonexistent/commonlane";
const REGIONS_POLL_MS = 50;

/** A whole server on a fresh database, with a clock, mailbox, jobs and log that the test controls. */
export async function createTestApp({
  settings,
  community = {},
  rateLimits = new RateLimits(undefined, 1000),
  roads,
}: TestAppOptions = {}) {
  const { connection, db } = await takeTestDatabase();
  const clock = { now: new Date("2026-01-01T08:00:00Z") };
  const mail: Email[] = [];
  const jobs = createTestJobs();
  const { log, lines, bugs } = recordLog();
  // Proofs of work and limits for new accounts have their own tests.
  const allSettings = {
    ...readSettings({
      CAPTCHA: "off",
      NEW_ACCOUNT_DAYS: "0",
      MODERATION_UNDO_S: "0",
      DATA_DIR: NO_DATA,
    }),
    ...settings,
    fixedCommunity: community,
  };
  const regions = openRegions(allSettings, log, { pollMs: REGIONS_POLL_MS });
  const engine = openRoutingEngine(allSettings, log, regions);
  const ctx: OutsideContext = {
    services: { fetch },
    db,
    now: () => clock.now,
    jobs,
    mail: { send: async (_, ...emails) => void mail.push(...emails) },
    log,
    metrics: new Metrics(),
    routing: roads ?? engine.routing,
    regions,
    settings: allSettings,
    community: createCommunity(community, log),
    accountAccess,
  };
  const drivers = { map: new LiveMap(ctx), cards: new DriverCards(ctx) };
  const tripWaits = new TripWaits();
  const authenticate = createAuthenticator(ctx);
  const http = createApp(ctx, { authenticate, rateLimits, drivers, tripWaits });
  onTestFinished(async () => {
    regions.close();
    await http.close();
    engine.close();
  });
  const eventRecorder = await recordEvents(ctx);
  const createUser = (options: TestUserOptions = {}) => createTestUser(ctx, options);
  /** Listens on a port, for tests that need sockets; returns the address. */
  const listen = () => http.listen({ host: "127.0.0.1", port: 0 });
  return {
    ctx,
    ...ctx,
    connection,
    clock,
    http,
    drivers,
    tripWaits,
    mail,
    jobs,
    lines,
    bugs,
    ...eventRecorder,
    createUser,
    listen,
    call: createCaller(http),
  };
}

/** Sends requests below /api without a socket; `body` is sent as JSON. Of files only calendars are read, as `text`. */
export function createCaller(http: FastifyInstance) {
  return async <Body = Record<string, unknown>>(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    { as, body: requestBody, headers, query = {} }: CallOptions = {},
  ): Promise<Reply<Body>> => {
    const token = (await as?.freshToken?.()) ?? as?.token;
    const response = await http.inject({
      method,
      url: `/api${path}`,
      query: Object.fromEntries(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      ),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(requestBody !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(requestBody !== undefined && { payload: JSON.stringify(requestBody) }),
    });
    const type = String(response.headers["content-type"]);
    const body = /^application\/(zip|pdf)|^image\/|^text\/calendar/.test(type)
      ? z.custom<Body>().parse(type.startsWith("text/") ? { text: response.body } : {})
      : response.json<Body>();
    assertShownTimes(body);
    return { status: response.statusCode, body, headers: response.headers };
  };
}

/** A user with an account, a profile and a token; `freshToken` returns a new one after the clock has moved on. */
async function createTestUser(ctx: Context, options: TestUserOptions) {
  const {
    firstName = "Ada",
    lastName = "Moreau",
    gender,
    adult = true,
    emailDomain = "example.org",
  } = options;
  const email = `${randomUUID()}@${emailDomain}`;
  const profile = {
    firstName,
    lastName,
    phone: "+12025550123",
    ...(gender && { gender }),
    ...(adult && { birthDate: "1990-06-15" }),
  };
  const { uid } = await createVerifiedAccount(ctx, { email, profile });
  const token = await issueIdToken(ctx, uid, ALWAYS_CONFIRMED);
  const issued = { token, at: ctx.now().getTime() };
  const freshToken = async () => {
    const now = ctx.now().getTime();
    if (now - issued.at >= TOKEN_REFRESH_AFTER_MS)
      Object.assign(issued, { token: await issueIdToken(ctx, uid, ALWAYS_CONFIRMED), at: now });
    return issued.token;
  };
  return { uid, email, token, freshToken };
}

/** Users of tests have just confirmed that it is them. Tests of the confirmation sign in instead. */
export const ALWAYS_CONFIRMED = new Date("9999-01-01T00:00:00Z");
/** Like a browser, before the ID token expires after an hour. */
const TOKEN_REFRESH_AFTER_MS = 55 * 60_000;

/** Collects log lines; bugs are logged as errors. */
function recordLog() {
  const lines: Record<string, unknown>[] = [];
  const bugs: Record<string, unknown>[] = [];
  const write = (text: string) => {
    const line = z.looseObject({ level: z.number() }).parse(JSON.parse(text));
    lines.push(line);
    if (line.level >= PINO_ERROR_LEVEL) bugs.push(line);
  };
  return { log: pino({ level: "debug" }, { write }), lines, bugs };
}
const PINO_ERROR_LEVEL = 50;

/** Records events as browsers receive them, through the real event consumer. */
async function recordEvents(ctx: Context) {
  const { db } = ctx;
  const eventsByTopic = new Map<string, DomainEvent[]>();
  let deliveredCount = 0;
  const poll = await createTransientConsumer(
    ctx,
    ({ topic, payload }) => void eventsByTopic.get(topic)?.push(payload),
    {
      from: { xid: "0", id: 0 },
    },
  );
  /** Events for one user from now on. */
  const recordEventsOf = (uid: string): DomainEvent[] => {
    const payloads: DomainEvent[] = [];
    eventsByTopic.set(`user:${uid}`, payloads);
    return payloads;
  };
  /**
   * Waits until all events published so far have been sent. One poll may not suffice: transactions of other tests hold
   * it back.
   */
  const waitForEvents = async (): Promise<void> => {
    await waitForConsumer(ctx, "ride-changed", rideChangedConsumer(ctx));
    const { count } = await db
      .selectFrom("event")
      .select((event) => event.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    while (deliveredCount < count) deliveredCount += await poll();
  };
  return { recordEventsOf, waitForEvents };
}
