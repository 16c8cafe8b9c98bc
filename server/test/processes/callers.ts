import { randomUUID } from "node:crypto";
import { captcha } from "@commonlane/contract/captcha";
import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { Session } from "@commonlane/contract/identity";
import { type CaptchaAction, PROOF_HEADER } from "@commonlane/contract/proof";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { createVerifiedAccount, issueIdToken } from "#modules/accounts/index.ts";
import type { Context } from "#platform/context.ts";
import { type Connection, connect } from "#platform/db/database.ts";
import { openLog } from "#platform/log.ts";
import { openRouter } from "#platform/router/open-router.ts";
import { readSettings } from "#platform/settings.ts";
import { heldJobs } from "../held-jobs.ts";
import { PASSWORD } from "../identity.ts";
import { solve } from "../proof.ts";
import { LOCAL_PAGES_KEY } from "./server-process.ts";

/** Longer than the server lets anything take, so that a test never hangs. */
const ANSWERED_WITHIN_MS = 60_000;

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Under /api. */
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
  /** The Idempotency-Key. */
  readonly key?: string;
  /** A proof of work. */
  readonly proof?: string;
}
export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly replayed: boolean;
}
/** What the tests read of a record or of a refusal. */
export interface Told {
  readonly id: string;
  readonly status: string;
  readonly code?: string;
  readonly current?: { readonly status: string };
}

/** A call over the network. Throws when no whole answer arrives. */
export async function send<Body = Told>(
  address: string,
  { method, path, token, body, key, proof }: Call,
  withinMs: number = ANSWERED_WITHIN_MS,
) {
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { "idempotency-key": key }),
      ...(proof !== undefined && { [PROOF_HEADER]: proof }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(withinMs),
  });
  const answer: Body = JSON.parse(await response.text());
  const told: Answer<Body> = {
    status: response.status,
    body: answer,
    replayed: response.headers.has("idempotency-replayed"),
  };
  return told;
}

export interface Person {
  readonly uid: string;
  readonly token: string;
}

/**
 * The database of a running server, to put people into and to look at; its tokens are good at every server with PORT=0, or
 * with the same PUBLIC_URL.
 */
export function openBackDoor(connection: Connection, environment: Record<string, string> = {}): Context {
  const db = connect(connection, { max: 2 });
  onTestFinished(() => db.destroy());
  const [log, settings] = [openLog("silent"), readSettings({ PORT: "0", ...environment })];
  return {
    db,
    now: () => new Date(),
    jobs: heldJobs(),
    mail: { send: async () => {} },
    log,
    router: openRouter(settings, log),
    settings,
  };
}

export async function people(ctx: Context, count: number): Promise<Person[]> {
  const made: Person[] = [];
  while (made.length < count) {
    const email = `${randomUUID()}@example.org`;
    const profile = { firstName: "Ada", lastName: "Moreau", phone: "+12025550123", birthDate: "1990-06-15" };
    const { uid } = await createVerifiedAccount(ctx, { email, profile });
    made.push({ uid, token: await issueIdToken(ctx, uid) });
  }
  return made;
}

export async function person(ctx: Context): Promise<Person> {
  const [made] = await people(ctx, 1);
  if (!made) throw new Error("One was asked for.");
  return made;
}

const Letters = z.array(z.object({ text: z.string() }));

/**
 * Joins as people do, with the code from the letter. Every step goes to the next of the addresses, as behind a balancer
 * that knows nothing.
 */
export async function join(addresses: readonly string[]): Promise<Session> {
  let step = 0;
  const next = () => addresses[step++ % addresses.length] ?? "";
  const post = async <Body = Told>(path: string, body: object, action?: CaptchaAction) => {
    const proof = action && (await proofFrom(next(), action));
    return send<Body>(next(), { method: "POST", path, body, ...(proof !== undefined && { proof }) });
  };
  const email = `${randomUUID()}@example.org`;
  await post("/auth/send-registration-otp", { email }, "registration-code");
  const mailbox = await fetch(`${next()}/dev/mailbox.json?to=${email}&key=${LOCAL_PAGES_KEY}`);
  const [letter] = Letters.parse(await mailbox.json());
  const [otp] = /\b\d{6}\b/.exec(letter?.text ?? "") ?? [];
  await post("/auth/verify-registration-otp", { email, otp });
  const { status, body } = await post<Session>("/identity/sign-up", { email, password: PASSWORD }, "sign-up");
  if (status !== 201) throw new Error(`Joining answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function proofFrom(address: string, action: CaptchaAction): Promise<string> {
  const path = `${captcha.challenge.path}?action=${action}`;
  const { body } = await send<unknown>(address, { method: "GET", path });
  return solve(captcha.challenge.reply.parse(body).challenge);
}

const APART_MS = 6 * HOUR_MS;
let made = 0;

/** Three legs with three seats each, from in a month on, each when the one before has arrived; `said` on top. */
export const aRide = (said: object = {}) => ({
  origin: { label: "Freiburg", lat: 47.9959, lng: 7.8522 },
  stops: [
    { label: "Karlsruhe", lat: 49.0094, lng: 8.4044 },
    { label: "Mainz", lat: 49.9842, lng: 8.2791 },
  ],
  destination: { label: "Köln", lat: 50.9331, lng: 6.95 },
  departsAt: new Date(Date.now() + 30 * DAY_MS + (made++ % 1300) * APART_MS).toISOString(),
  seatsTotal: 3,
  ...said,
});
