import { randomUUID } from "node:crypto";
import type { Fact } from "@commonlane/contract/live";
import type { Gender } from "@commonlane/contract/profiles";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { createApp } from "#app.ts";
import type { Context } from "#platform/context.ts";
import { connect } from "#platform/db/database.ts";
import { passingFollower } from "#platform/events.ts";
import { RateLimits } from "#platform/http/rate-limits.ts";
import type { Authenticate, Caller } from "#platform/http/route.ts";
import type { Letter } from "#platform/mail/mailer.ts";
import { readSettings, type Settings } from "#platform/settings.ts";
import { freshDatabase } from "./fresh-database.ts";
import { heldJobs } from "./held-jobs.ts";

interface PersonSaid {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly gender?: Gender;
  readonly adult?: boolean;
  readonly emailVerified?: boolean;
}
interface CallSaid {
  /** Whose token goes with it. */
  readonly as?: { readonly token: string } | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, string | number>;
}
interface Reply<Body> {
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
  const ctx: Context = {
    db,
    now: () => world.now,
    jobs,
    mail: { send: async (_, letter) => void mail.push(letter) },
    log,
    settings: { ...readSettings({}), ...settings },
  };
  const app = createApp(ctx, { authenticate: bearerOfTest(), rateLimits });
  onTestFinished(async () => {
    await app.close();
    await db.destroy();
  });
  const told = await listener(ctx);
  const person = (said: PersonSaid = {}) => insertPerson(ctx, said);
  /** Serves on a port of its own, for what cannot be tried without sockets; gives the address. */
  const listen = () => app.listen({ host: "127.0.0.1", port: 0 });
  return { ctx, ...ctx, connection, world, app, mail, jobs, lines, bugs, ...told, person, listen, call: callerOf(app) };
}

/** Makes calls under /api without a socket; `body` is sent as JSON. */
function callerOf(app: FastifyInstance) {
  return async <Body = Record<string, unknown>>(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    { as, body, headers, query = {} }: CallSaid = {},
  ): Promise<Reply<Body>> => {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return { status: response.statusCode, body: response.json<Body>(), headers: response.headers };
  };
}

/** Somebody with an account and a profile, and a token to call with. */
async function insertPerson({ db, now }: Context, said: PersonSaid) {
  const { firstName = "Ada", lastName = "Moreau", gender = null, adult = true, emailVerified = true } = said;
  const email = `${randomUUID()}@example.org`;
  const { uid } = await db
    .insertInto("account")
    .values({ email, email_verified: emailVerified, password_hash: "none", created_at: now() })
    .returning("uid")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("profile")
    .values({
      uid,
      display_name: `${firstName} ${lastName}`,
      first_name: firstName,
      last_name: lastName,
      phone: "+12025550123",
      gender,
      birth_date: adult ? "1990-06-15" : null,
      adult_declared: adult,
    })
    .execute();
  return { uid, email, token: `test:${uid}:${emailVerified ? "verified" : "unverified"}` };
}

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

/** Until accounts can tell. */
const bearerOfTest = (): Authenticate => async (token) => {
  const [test, uid = "", verified] = token.split(":");
  const caller: Caller = { uid, sessionId: uid, emailVerified: verified === "verified" };
  return test === "test" ? caller : undefined;
};

/** Hears facts as a browser would be told them, by the real follower. */
async function listener(ctx: Context) {
  const { db } = ctx;
  const heard = new Map<string, Fact[]>();
  let told = 0;
  const step = await passingFollower(ctx, ({ topic, fact }) => void heard.get(topic)?.push(fact), { xid: "0", id: 0 });
  /** The facts told to one person from now on. */
  const hear = (uid: string): Fact[] => {
    const facts: Fact[] = [];
    heard.set(`user:${uid}`, facts);
    return facts;
  };
  /** Everything announced so far has been told. One step may not do: transactions of other tests hold it back. */
  const allTold = async (): Promise<void> => {
    const { count } = await db
      .selectFrom("event")
      .select((event) => event.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    while (told < count) told += await step();
  };
  return { hear, allTold };
}
