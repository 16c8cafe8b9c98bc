import { randomUUID } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import { createVerifiedAccount, issueIdToken } from "#modules/accounts/index.ts";
import { rideConversationConsumer } from "#modules/chat/index.ts";
import { importFirstTowns } from "#modules/places/index.ts";
import { transaction } from "#platform/context.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import type { Email } from "#platform/mail/mailer.ts";
import { decodeClaims, PASSWORD } from "../fixtures/accounts.ts";
import { ALWAYS_CONFIRMED, createTestApp, type TestUser, type TestApp } from "../app/test-app.ts";
import { createAdministrator, createModerator } from "../fixtures/moderators.ts";
import { KEEP_OPEN_TO_ALL } from "../fixtures/keep-open-to-all.ts";
import { addEventsAndFeeds, addModerationData } from "./moderation-data.ts";
import { addMemberships } from "./membership-data.ts";
import { addPastRides } from "./past-ride-data.ts";
import {
  createVictims,
  createNewUser,
  type Pools,
  type Role,
  type Secret,
  addRides,
  addChat,
} from "./test-users.ts";

export interface FuzzState {
  readonly app: TestApp;
  readonly pools: Pools;
  readonly cookies: string[];
  readonly tokens: Readonly<Record<Exclude<Role, "nobody">, string>>;
  readonly secrets: () => readonly Secret[];
  /** Time has passed: creates a new Ada and Bob, since they may be in any state, and more records. */
  readonly refill: () => Promise<void>;
  /** A new session for a user who has just signed out. */
  readonly signIn: (role: Role) => Promise<void>;
  /** The current value of a stand-in like `@ride:3` for this role. */
  readonly resolveStandIn: (role: Role, kind: string, n: number) => string;
}

const STEP_MS = 61_000;
const MAX_POOL_SIZE = 60;
const POOL_NAMES = [
  "ride",
  "request",
  "vehicle",
  "cursor",
  "ride-request",
  "offer",
  "saved-search",
  "conversation",
  "message",
  "series",
  "template",
  "rating",
  "passage",
  "report",
  "hiding",
  "action",
  "announcement",
  "invite",
  "event",
  "feed",
  "group",
  "group-code",
  "mark",
  "meeting-point",
] as const;

/**
 * A test app with records of all kinds: rides and requests on them; Ada and Bob, who send requests; Carol and Dora, who
 * never do and whose secrets no other user may read; Mo, a moderator; Ad, an administrator; and Eve, who may be
 * suspended.
 */
export async function createFuzzState(): Promise<FuzzState> {
  const app = await createTestApp({
    settings: { MODERATION_UNDO_S: 600 },
    // Moderators without a second factor would reach nothing.
    community: { requireSecondFactor: "none" },
    rateLimits: new RateLimits(undefined, 1e9),
  });
  await importFirstTowns(app.connection);
  await sql.raw(KEEP_OPEN_TO_ALL).execute(app.db);
  const mo = await createModerator(app);
  const ad = await createAdministrator(app);
  const eve = await app.createUser({ firstName: "Eve" });
  const createCallers = async () => ({
    ada: await createNewUser(app),
    bob: await createNewUser(app),
    mo,
    ad,
  });
  let callers = await createCallers();
  const { victims, secrets } = await createVictims(app);
  const pools: Pools = {
    ride: [],
    request: [],
    vehicle: [],
    cursor: [],
    "ride-request": [],
    offer: [],
    "saved-search": [],
    conversation: [],
    message: [],
    series: [],
    template: [],
    rating: [],
    passage: [],
    report: [],
    hiding: [],
    action: [],
    announcement: [],
    invite: [],
    event: [],
    feed: [],
    group: [],
    "group-code": [],
    mark: [],
    "meeting-point": [],
    rideOf: new Map(),
    requestOf: new Map(),
    chatOf: new Map(),
  };
  const { rideOf, requestOf, chatOf } = pools;
  const followRides = rideConversationConsumer(app.ctx);
  const otherUids = [mo.uid, ad.uid, eve.uid, victims.carol.uid, victims.dora.uid, randomUUID()];
  const cookies = [
    "commonlane_refresh=nothing",
    `commonlane_refresh=${randomUUID()}.${"x".repeat(43)}`,
  ];
  const emails = [victims.carol.email, "new@example.org"];
  const tokens = { ada: "", bob: "", mo: mo.token, ad: ad.token, forger: "" };
  await createVerifiedAccount(app.ctx, { email: "new@example.org", password: PASSWORD });

  // Access to Carol's e-mails would amount to being Carol.
  const findEmails = (matches: (email: Email) => unknown) =>
    app.mail.filter((email) => email.to !== victims.carol.email && matches(email)).toReversed();
  const codeEmail = (n: number) => findEmails(({ code }) => code)[n];
  const linkEmail = (n: number) => findEmails(({ action }) => action)[n % 2];
  const signIn = async (role: Role) => {
    if (role === "nobody" || role === "forger") return;
    const { uid } = callers[role];
    // Cancels a deletion request, like signing in.
    const keepAccount = { deletion_requested_at: null, deletion_reason: null, erase_at: null };
    // In one transaction: a parallel request may request the deletion of the same account.
    tokens[role] = await transaction(app.ctx, async (ctx) => {
      await ctx.db.updateTable("account").set(keepAccount).where("uid", "=", uid).execute();
      return issueIdToken(ctx, uid, ALWAYS_CONFIRMED);
    });
  };
  const refill = async () => {
    app.lines.length = 0;
    app.mail.splice(0, app.mail.length - 20);
    callers = await createCallers();
    tokens.ada = callers.ada.token;
    tokens.bob = callers.bob.token;
    tokens.forger = `${tokens.ada.slice(0, -6)}AAAAAA`;
    await addRides(app, { ...callers, ...victims }, pools);
    await addChat(app, callers, pools);
    await addPastRides(app, { ...callers, ...victims }, pools);
    await signIn("mo");
    await signIn("ad");
    const team = {
      mo: { ...mo, freshToken: async () => tokens.mo },
      ad: { ...ad, freshToken: async () => tokens.ad },
    };
    await addModerationData(app, { ...callers, ...team }, pools);
    await addMemberships(app, { ...callers, ...team }, pools);
    await addEventsAndFeeds(app, [callers.ada, callers.bob], pools);
    // So that the mailbox holds codes for a new password and for a registration.
    await app.call("POST", "/auth/send-forgot-password-email-otp", {
      body: { email: callers.ada.email },
    });
    const newcomer = {
      email: `${randomUUID()}@example.org`,
      displayName: "New Comer",
      password: PASSWORD,
    };
    await app.call("POST", "/auth/send-registration-otp", { body: newcomer });
    while ((await followRides()) > 0);
    app.clock.now = new Date(app.clock.now.getTime() + STEP_MS);
    for (const kind of POOL_NAMES) pools[kind].splice(0, pools[kind].length - MAX_POOL_SIZE);
    cookies.splice(2, cookies.length - 12);
    for (const idMap of [rideOf, requestOf, chatOf]) dropOldest(idMap);
  };

  const resolveStandIn = (role: Role, kind: string, n: number): string => {
    const from = (items: readonly string[]) =>
      items.at(-1 - (n % Math.max(1, items.length))) ?? randomUUID();
    if (kind === "time") return new Date(app.clock.now.getTime() + n * 60_000).toISOString();
    if (kind === "day")
      return new Date(app.clock.now.getTime() + n * DAY_MS).toISOString().slice(0, 10);
    if (kind === "code") return codeEmail(n)?.code ?? String(n).padStart(6, "0");
    if (kind === "mailed") return codeEmail(n)?.to ?? "";
    if (kind === "link") return linkEmail(n)?.action?.url.replace(/^.*[=/#]/, "") ?? "x";
    if (kind === "session") return String(decodeClaims(tokens[callerRole(role)])["sid"]);
    if (kind === "token") return n % 2 ? tokens.ada : tokens.forger;
    if (kind === "ride-of") return rideOf.get(from(pools.request)) ?? randomUUID();
    if (kind === "self") return callers[callerRole(role)].uid;
    if (kind === "person") return from([...otherUids, callers.ada.uid, callers.bob.uid]);
    if (kind === "suspect") return from([mo.uid, eve.uid]);
    if (kind === "email")
      return n % 3
        ? from([...emails, callers.ada.email, callers.bob.email])
        : `fuzz-${n}@example.org`;
    if (kind === "request-of") return requestOf.get(from(pools.offer)) ?? randomUUID();
    if (kind === "chat-of") return chatOf.get(from(pools.message)) ?? randomUUID();
    const pool = POOL_NAMES.find((name) => name === kind);
    if (pool) return from(pools[pool]);
    throw new Error(`There is no value for ${kind}.`);
  };
  return {
    app,
    pools,
    cookies,
    tokens,
    secrets: () => [...secrets, ...ownSecrets({ ...callers, eve })],
    refill,
    signIn,
    resolveStandIn,
  };
}

/** The account behind a role, if it has one. */
const callerRole = (role: Role) =>
  role === "bob" || role === "mo" || role === "ad" ? role : "ada";

/** Far more than the pools can name, so that memory does not grow with the length of a run. */
const MAX_RELATIONS = 20 * MAX_POOL_SIZE;

function dropOldest(relations: Map<string, string>): void {
  for (const key of relations.keys()) {
    if (relations.size <= MAX_RELATIONS) return;
    relations.delete(key);
  }
}

const ownSecrets = ({
  ada,
  bob,
  mo,
  ad,
  eve,
}: Record<"ada" | "bob" | "mo" | "ad" | "eve", TestUser>): Secret[] => [
  { text: ada.email, allowedReaders: ["ada", "moderator"] },
  { text: bob.email, allowedReaders: ["bob", "moderator"] },
  { text: mo.email, allowedReaders: ["mo", "moderator"] },
  { text: ad.email, allowedReaders: ["ad", "moderator"] },
  { text: eve.email, allowedReaders: ["moderator"] },
];
