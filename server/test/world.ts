import { randomUUID } from "node:crypto";
import type { Fact } from "@commonlane/contract/live";
import type { Gender } from "@commonlane/contract/profiles";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { createApp } from "#app.ts";
import { Faces, LiveMap } from "#modules/active-drivers/index.ts";
import { authenticate, createVerifiedAccount, issueIdToken } from "#modules/accounts/index.ts";
import type { Context } from "#platform/context.ts";
import { connect } from "#platform/db/database.ts";
import { rideNews } from "#modules/seat-requests/index.ts";
import { passingFollower } from "#platform/events.ts";
import { RateLimits } from "#platform/http/rate-limits.ts";
import type { Letter } from "#platform/mail/mailer.ts";
import { openRouter } from "#platform/router/open-router.ts";
import { readSettings, type Settings } from "#platform/settings.ts";
import { freshDatabase } from "./fresh-database.ts";
import { heldJobs } from "./held-jobs.ts";
import { untilRead } from "./until-read.ts";

export interface PersonSaid {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly gender?: Gender;
  readonly adult?: boolean;
}
export interface CallSaid {
  /** Whose token goes with it. */
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
interface WorldSaid {
  readonly settings?: Partial<Settings>;
  readonly rateLimits?: RateLimits;
}
export type World = Awaited<ReturnType<typeof openWorld>>;
export type Person = Awaited<ReturnType<World["person"]>>;

/** A whole server on a fresh database, with a clock (`world.now`), a post-box, jobs and a log that the test holds. */
export async function openWorld({ settings, rateLimits = new RateLimits(undefined, 1000) }: WorldSaid = {}) {
  const connection = await freshDatabase();
  const db = connect(connection, { max: 4 });
  const world = { now: new Date("2026-01-01T08:00:00Z") };
  const mail: Letter[] = [];
  const jobs = heldJobs();
  const { log, lines, bugs } = heldLog();
  // Proofs of work, and what newcomers may not do yet, are the subject of their own tests.
  const all = { ...readSettings({ CAPTCHA: "off", NEW_ACCOUNT_DAYS: "0" }), ...settings };
  const ctx: Context = {
    db,
    now: () => world.now,
    jobs,
    mail: { send: async (_, ...letters) => void mail.push(...letters) },
    log,
    router: openRouter(all, log),
    settings: all,
  };
  const drivers = { map: new LiveMap(ctx), faces: new Faces(ctx) };
  const app = createApp(ctx, { authenticate: authenticate(ctx), rateLimits, drivers });
  onTestFinished(async () => {
    await app.close();
    await db.destroy();
  });
  const told = await listener(ctx);
  const person = (said: PersonSaid = {}) => makePerson(ctx, said);
  /** Serves on a port of its own, for what cannot be tried without sockets; gives the address. */
  const listen = () => app.listen({ host: "127.0.0.1", port: 0 });
  return {
    ctx,
    ...ctx,
    connection,
    world,
    app,
    drivers,
    mail,
    jobs,
    lines,
    bugs,
    ...told,
    person,
    listen,
    call: callerOf(app),
  };
}

/** Makes calls under /api without a socket; `body` is sent as JSON. Of a file nothing is read. */
export function callerOf(app: FastifyInstance) {
  return async <Body = Record<string, unknown>>(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    { as, body: sent, headers, query = {} }: CallSaid = {},
  ): Promise<Reply<Body>> => {
    const token = (await as?.freshToken?.()) ?? as?.token;
    const response = await app.inject({
      method,
      url: `/api${path}`,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(sent !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(sent !== undefined && { payload: JSON.stringify(sent) }),
    });
    const isFile = response.headers["content-type"] === "application/zip";
    const body = isFile ? z.custom<Body>().parse({}) : response.json<Body>();
    return { status: response.statusCode, body, headers: response.headers };
  };
}

/** Somebody with an account and a profile, and a token to call with; `freshToken` is one when the clock has moved on. */
async function makePerson(ctx: Context, said: PersonSaid) {
  const { firstName = "Ada", lastName = "Moreau", gender, adult = true } = said;
  const email = `${randomUUID()}@example.org`;
  const profile = {
    firstName,
    lastName,
    phone: "+12025550123",
    ...(gender && { gender }),
    ...(adult && { birthDate: "1990-06-15" }),
  };
  const { uid } = await createVerifiedAccount(ctx, { email, profile });
  const token = await issueIdToken(ctx, uid);
  const issued = { token, at: ctx.now().getTime() };
  const freshToken = async () => {
    const now = ctx.now().getTime();
    if (now - issued.at >= RENEWED_AFTER_MS) Object.assign(issued, { token: await issueIdToken(ctx, uid), at: now });
    return issued.token;
  };
  return { uid, email, token, freshToken };
}

/** As a browser would, before the hour of an ID token is over. */
const RENEWED_AFTER_MS = 55 * 60_000;

/** What would be in the log; bugs are its errors. */
function heldLog() {
  const lines: Record<string, unknown>[] = [];
  const bugs: Record<string, unknown>[] = [];
  const write = (text: string) => {
    const line = z.looseObject({ level: z.number() }).parse(JSON.parse(text));
    lines.push(line);
    if (line.level >= ERROR) bugs.push(line);
  };
  return { log: pino({ level: "debug" }, { write }), lines, bugs };
}
const ERROR = 50;

/** Hears facts as a browser would be told them, by the real follower. */
async function listener(ctx: Context) {
  const { db } = ctx;
  const heard = new Map<string, Fact[]>();
  let told = 0;
  const step = await passingFollower(ctx, ({ topic, fact }) => void heard.get(topic)?.push(fact), {
    from: { xid: "0", id: 0 },
  });
  /** The facts told to one person from now on. */
  const hear = (uid: string): Fact[] => {
    const facts: Fact[] = [];
    heard.set(`user:${uid}`, facts);
    return facts;
  };
  /** Everything announced so far has been told. One step may not do: transactions of other tests hold it back. */
  const allTold = async (): Promise<void> => {
    await untilRead(ctx, "ride-news", rideNews(ctx));
    const { count } = await db
      .selectFrom("event")
      .select((event) => event.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    while (told < count) told += await step();
  };
  return { hear, allTold };
}
