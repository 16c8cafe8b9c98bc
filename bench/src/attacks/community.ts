import { randomUUID } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import { createVerifiedAccount, issueIdToken } from "../../../server/src/modules/accounts/index.ts";
import { buildPickupPoints } from "../../../server/src/modules/pickup-points/index.ts";
import type { OutsideContext } from "../../../server/src/platform/context.ts";
import { connect } from "../../../server/src/platform/db/database.ts";
import { startEmbedded } from "../../../server/src/platform/db/embedded/embedded-postgres.ts";
import { buildDatabaseUrl } from "../../../server/src/platform/db/read-database-url.ts";
import { buildCoverage } from "../../../server/src/platform/regions/build-coverage.ts";
import { openRegions } from "../../../server/src/platform/regions/regions.ts";
import { buildRoads } from "../../../server/src/platform/routing/network/build-roads.ts";
import { openRoutingEngine } from "../../../server/src/platform/routing/open-routing-engine.ts";
import { createBareContext } from "../support/bare-context.ts";
import { buildRegion } from "../support/build-region.ts";
import { type Running, serve, SERVER } from "../support/processes.ts";
import { withTempFolder } from "../support/temp-folder.ts";

export const PASSWORD = "Correct horse 7";
/** People of the bench have just confirmed that it is them, unless they sign in themselves. */
const CONFIRMED = new Date("9999-01-01T00:00:00Z");
/** Older than the age from which an account counts in public numbers. */
const ESTABLISHED_DAYS = 60;

export interface Person {
  readonly uid: string;
  readonly email: string;
  readonly token: string;
}

export interface Call {
  readonly as?: Pick<Person, "token"> | undefined;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object | undefined;
  readonly cookie?: string;
  /** Which of the two processes; by default they take turns. */
  readonly at?: number;
}

export interface Reply<Body> {
  readonly status: number;
  readonly text: string;
  readonly body: Body & { readonly code?: string };
  readonly cookies: ReadonlyMap<string, string>;
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Two server processes on one database, with the roads of a small country. */
export interface Community {
  readonly ctx: OutsideContext;
  readonly createPerson: (options?: {
    fresh?: boolean;
    gender?: "female" | "male";
  }) => Promise<Person>;
  /** Sends a request to one of the processes. */
  readonly call: <Body>(method: Method, path: string, call?: Call) => Promise<Reply<Body>>;
  /** Like `call`. @throws unless it succeeds. */
  readonly must: <Body>(method: Method, path: string, call?: Call) => Promise<Body>;
}

export const withCommunity = <T>(work: (community: Community) => Promise<T>): Promise<T> =>
  withTempFolder(async (folder) => {
    await buildRegion(folder, [buildCoverage, buildRoads, buildPickupPoints]);
    const database = await startEmbedded(folder, { max_connections: "120" });
    const servers: Running[] = [];
    const db = connect(database.connection, { max: 4 });
    const bare = createBareContext(db);
    const settings = { ...bare.settings, DATA_DIR: folder, NEW_ACCOUNT_DAYS: 7 };
    const regions = openRegions(settings, bare.log);
    const roads = openRoutingEngine(settings, bare.log, regions);
    try {
      // One after the other, so that only the first migrates.
      for (let n = 0; n < 2; n++)
        servers.push(
          await serve(SERVER, {
            DATABASE_URL: buildDatabaseUrl(database.connection),
            DATA_DIR: folder,
            RATE_LIMIT_FACTOR: "1000",
            CAPTCHA: "off",
            LOG_LEVEL: "error",
          }),
        );
      return await work(open({ ...bare, settings, regions, routing: roads.routing }, servers));
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      roads.close();
      regions.close();
      await db.destroy();
      await database.stop();
    }
  });

function open(ctx: OutsideContext, servers: readonly Running[]): Community {
  let turn = 0;

  const call: Community["call"] = async (method, path, options = {}) => {
    const { as, query = {}, body, cookie, at = turn++ } = options;
    const server = servers[at % servers.length];
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    const response = await fetch(`${server?.address}/api${path}?${search.toString()}`, {
      method,
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(cookie !== undefined && { cookie }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return {
      status: response.status,
      text,
      body: JSON.parse(isJson ? text : "{}"),
      cookies: toCookies(response),
    };
  };

  const must: Community["must"] = async <Body>(method: Method, path: string, options?: Call) => {
    const reply = await call<Body>(method, path, options);
    if (reply.status >= 300)
      throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  };

  const createPerson: Community["createPerson"] = async ({ fresh = false, gender } = {}) => {
    const email = `${randomUUID()}@example.org`;
    const profile = {
      firstName: "Ada",
      lastName: "Moreau",
      birthDate: "1990-06-15",
      ...(gender && { gender }),
    };
    const { uid } = await createVerifiedAccount(ctx, { email, password: PASSWORD, profile });
    const created_at = new Date(Date.now() - ESTABLISHED_DAYS * DAY_MS);
    if (!fresh)
      await ctx.db.updateTable("account").set({ created_at }).where("uid", "=", uid).execute();
    return { uid, email, token: await issueIdToken(ctx, uid, CONFIRMED) };
  };

  return { ctx, createPerson, call, must };
}

function toCookies(response: Response): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const line of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  return cookies;
}

/** A quarter to eight UTC, `days` from today. */
export function departure(days: number, hours = 0): string {
  const midnightMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return new Date(midnightMs + days * DAY_MS + (7.75 + hours) * 3_600_000).toISOString();
}
