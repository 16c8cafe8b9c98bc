import { randomUUID } from "node:crypto";
import { captcha } from "@commonlane/contract/captcha";
import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { Session } from "@commonlane/contract/accounts";
import { type CaptchaAction, PROOF_OF_WORK_HEADER } from "@commonlane/contract/proof-of-work";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { createVerifiedAccount, issueIdToken } from "#modules/accounts/index.ts";
import { createCommunity } from "#platform/community/community.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import { type Connection, connect } from "#platform/db/database.ts";
import { openLog } from "#platform/log.ts";
import { Metrics } from "#platform/metrics.ts";
import { NO_REGIONS } from "#platform/regions/regions.ts";
import { RegionalRoads } from "#platform/routing/network/regional-roads.ts";
import { readSettings } from "#platform/settings.ts";
import { createTestJobs } from "../app/test-jobs.ts";
import { PASSWORD } from "../fixtures/accounts.ts";
import { solveChallengeHeader } from "../fixtures/proof-of-work.ts";
import { LOCAL_PAGES_KEY } from "./server-process.ts";

/** Longer than any time limit of the server, so that a test never hangs. */
const REQUEST_TIMEOUT_MS = 60_000;

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below /api. */
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
  /** The Idempotency-Key. */
  readonly key?: string;
  /** A proof of work. */
  readonly proof?: string;
  readonly cookie?: string;
}
export interface HttpReply<Body> {
  readonly status: number;
  readonly body: Body;
  readonly replayed: boolean;
  /** Cookies as a browser would send them back. */
  readonly cookies: readonly string[];
}
/** Fields of records and refusals that the tests read. */
export interface ReplyBody {
  readonly id: string;
  readonly status: string;
  readonly code?: string;
  readonly current?: { readonly status: string };
}

/** Sends a request over the network. Throws unless a complete reply arrives. */
export async function send<Body = ReplyBody>(
  address: string,
  { method, path, token, body, key, proof, cookie }: Call,
  timeoutMs: number = REQUEST_TIMEOUT_MS,
) {
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { "idempotency-key": key }),
      ...(proof !== undefined && { [PROOF_OF_WORK_HEADER]: proof }),
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  // The page of a proxy whose server is gone has no body of ours.
  const isPage = response.headers.get("content-type") === "text/html";
  const answer: Body = JSON.parse(isPage ? "{}" : text);
  const reply: HttpReply<Body> = {
    status: response.status,
    body: answer,
    replayed: response.headers.has("idempotency-replayed"),
    cookies: response.headers.getSetCookie().flatMap((line) => line.split(";")[0] ?? []),
  };
  return reply;
}

export interface Person {
  readonly uid: string;
  readonly token: string;
}

/**
 * A context on the database of a running server, to create and inspect data; its tokens are valid at every server with
 * PORT=0, or with the same PUBLIC_URL.
 */
export function openDatabaseContext(
  connection: Connection,
  environment: Record<string, string> = {},
): OutsideContext {
  const db = connect(connection, { max: 2 });
  onTestFinished(() => db.destroy());
  const log = openLog("silent");
  const settings = readSettings({ PORT: "0", ...environment });
  return {
    db,
    now: () => new Date(),
    jobs: createTestJobs(),
    mail: { send: async () => {} },
    log,
    metrics: new Metrics(),
    services: { fetch },
    routing: new RegionalRoads(() => [], settings),
    regions: NO_REGIONS,
    settings,
    community: createCommunity(settings.fixedCommunity, log),
    accountAccess: [],
  };
}

/** Users of tests have just confirmed that it is them. */
const CONFIRMED = new Date("9999-01-01T00:00:00Z");

export async function createUsers(ctx: Context, count: number): Promise<Person[]> {
  const users: Person[] = [];
  while (users.length < count) {
    const email = `${randomUUID()}@example.org`;
    const profile = {
      firstName: "Ada",
      lastName: "Moreau",
      phone: "+12025550123",
      birthDate: "1990-06-15",
    };
    const { uid } = await createVerifiedAccount(ctx, { email, profile });
    users.push({ uid, token: await issueIdToken(ctx, uid, CONFIRMED) });
  }
  return users;
}

export async function createUser(ctx: Context): Promise<Person> {
  const [made] = await createUsers(ctx, 1);
  if (!made) throw new Error("This needs one result.");
  return made;
}

const Emails = z.array(z.object({ text: z.string() }));

/**
 * Signs up with the code from the e-mail. Each step goes to the next address, as behind a load balancer without sticky
 * sessions.
 */
export async function signUpThroughServers(addresses: readonly string[]): Promise<Session> {
  let step = 0;
  const next = () => addresses[step++ % addresses.length] ?? "";
  const cookies: string[] = [];
  const post = async <Body = ReplyBody>(path: string, body: object, action?: CaptchaAction) => {
    const proof = action && (await solveProof(next(), action));
    const cookie = cookies.join("; ");
    const answer = await send<Body>(next(), {
      method: "POST",
      path,
      body,
      cookie,
      ...(proof !== undefined && { proof }),
    });
    cookies.push(...answer.cookies);
    return answer;
  };
  const email = `${randomUUID()}@example.org`;
  await post("/auth/send-registration-otp", { email }, "registration-code");
  const mailbox = await fetch(`${next()}/dev/mailbox.json?to=${email}&key=${LOCAL_PAGES_KEY}`);
  const [message] = Emails.parse(await mailbox.json());
  const [otp] = /\b\d{6}\b/.exec(message?.text ?? "") ?? [];
  await post("/auth/verify-registration-otp", { email, otp });
  const { status, body } = await post<Session>(
    "/identity/sign-up",
    { email, password: PASSWORD },
    "sign-up",
  );
  if (status !== 201) throw new Error(`Signing up answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function solveProof(address: string, action: CaptchaAction): Promise<string> {
  const path = `${captcha.challenge.path}?action=${action}`;
  const { body } = await send<unknown>(address, { method: "GET", path });
  return solveChallengeHeader(captcha.challenge.reply.parse(body).challenge);
}

const RIDE_INTERVAL_MS = 6 * HOUR_MS;
let made = 0;

/** Three legs with three seats each, from in a month on, each when the one before has arrived; `said` on top. */
export const rideInput = (overrides: object = {}) => ({
  origin: { label: "Freiburg", lat: 47.9959, lng: 7.8522 },
  stops: [
    { label: "Karlsruhe", lat: 49.0094, lng: 8.4044 },
    { label: "Mainz", lat: 49.9842, lng: 8.2791 },
  ],
  destination: { label: "Köln", lat: 50.9331, lng: 6.95 },
  departsAt: new Date(Date.now() + 30 * DAY_MS + (made++ % 1300) * RIDE_INTERVAL_MS).toISOString(),
  seatsTotal: 3,
  ...overrides,
});
