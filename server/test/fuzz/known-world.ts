import { randomUUID } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import { createVerifiedAccount, issueIdToken } from "#modules/accounts/index.ts";
import { rideChats } from "#modules/chat/index.ts";
import { ensurePlaces } from "#modules/places/index.ts";
import { transaction } from "#platform/context.ts";
import { RateLimits } from "#platform/http/rate-limits.ts";
import type { Letter } from "#platform/mail/mailer.ts";
import { claimsOf, PASSWORD } from "../identity.ts";
import { openWorld, type Person, type World } from "../world.ts";
import { moderatorOf } from "../moderators.ts";
import { KEPT_OPEN } from "../kept-open.ts";
import { stockModerated } from "./moderated.ts";
import { stockShared } from "./shared.ts";
import { makeVictims, newcomer, type Pools, type Role, type Secret, stock, stockChat } from "./cast.ts";

export interface KnownWorld {
  readonly world: World;
  readonly pools: Pools;
  readonly cookies: string[];
  readonly tokens: Readonly<Record<Exclude<Role, "nobody">, string>>;
  readonly secrets: () => readonly Secret[];
  /** An instant later: another ada and another bob, since they may be in any state by now, and more to hit. */
  readonly refill: () => Promise<void>;
  /** A new session for whoever has just ended theirs. */
  readonly signIn: (role: Role) => Promise<void>;
  /** What a stand-in like `@ride:3` means now when this one says it. */
  readonly meaningOf: (role: Role, kind: string, n: number) => string;
}

const STEP_MS = 61_000;
const KEPT = 60;
const POOLED = [
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
  "announcement",
  "invite",
] as const;

/**
 * A world in which there is always something to hit: rides of all kinds and requests on them, ada and bob who call, and
 * carol and dora who never do, and whose secrets nobody else must ever read. Mo moderates, and eve is there to be suspended.
 */
export async function openKnownWorld(): Promise<KnownWorld> {
  const world = await openWorld({ rateLimits: new RateLimits(undefined, 1e9) });
  await ensurePlaces(world.connection);
  await sql.raw(KEPT_OPEN).execute(world.db);
  const [mo, eve] = [await moderatorOf(world), await world.person({ firstName: "Eve" })];
  const newcomers = async () => ({ ada: await newcomer(world), bob: await newcomer(world), mo });
  let callers = await newcomers();
  const { victims, secrets } = await makeVictims(world);
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
    announcement: [],
    invite: [],
    rideOf: new Map(),
    requestOf: new Map(),
    chatOf: new Map(),
  };
  const { rideOf, requestOf, chatOf } = pools;
  const followRides = rideChats(world.ctx);
  const others = [mo.uid, eve.uid, victims.carol.uid, victims.dora.uid, randomUUID()];
  const cookies = ["commonlane_refresh=nothing", `commonlane_refresh=${randomUUID()}.${"x".repeat(43)}`];
  const emails = [victims.carol.email, "new@example.org"];
  const tokens = { ada: "", bob: "", mo: mo.token, forger: "" };
  await createVerifiedAccount(world.ctx, { email: "new@example.org", password: PASSWORD });

  // Whoever could read carol's mail would be carol.
  const letters = (which: (letter: Letter) => unknown) =>
    world.mail.filter((letter) => letter.to !== victims.carol.email && which(letter)).toReversed();
  const codeLetter = (n: number) => letters(({ code }) => code)[n];
  const linkLetter = (n: number) => letters(({ action }) => action)[n % 2];
  const signIn = async (role: Role) => {
    if (role === "nobody" || role === "forger") return;
    const { uid } = callers[role];
    // Whoever asked to be deleted comes back, as by signing in.
    const stays = { leaving_at: null, leaving_why: null, erase_at: null };
    // In one transaction: another request under way may ask for the same account to be deleted.
    tokens[role] = await transaction(world.ctx, async (ctx) => {
      await ctx.db.updateTable("account").set(stays).where("uid", "=", uid).execute();
      return issueIdToken(ctx, uid);
    });
  };
  const refill = async () => {
    world.lines.length = 0;
    world.mail.splice(0, world.mail.length - 20);
    callers = await newcomers();
    tokens.ada = callers.ada.token;
    tokens.bob = callers.bob.token;
    tokens.forger = `${tokens.ada.slice(0, -6)}AAAAAA`;
    await stock(world, { ...callers, ...victims }, pools);
    await stockChat(world, callers, pools);
    await stockShared(world, { ...callers, ...victims }, pools);
    await signIn("mo");
    await stockModerated(world, { ...callers, mo: { ...mo, freshToken: async () => tokens.mo } }, pools);
    while ((await followRides()) > 0);
    world.world.now = new Date(world.world.now.getTime() + STEP_MS);
    for (const kind of POOLED) pools[kind].splice(0, pools[kind].length - KEPT);
    cookies.splice(2, cookies.length - 12);
    for (const known of [rideOf, requestOf, chatOf]) forgetOldest(known);
  };

  const meaningOf = (role: Role, kind: string, n: number): string => {
    const from = (items: readonly string[]) => items.at(-1 - (n % Math.max(1, items.length))) ?? randomUUID();
    if (kind === "time") return new Date(world.world.now.getTime() + n * 60_000).toISOString();
    if (kind === "day") return new Date(world.world.now.getTime() + n * DAY_MS).toISOString().slice(0, 10);
    if (kind === "code") return codeLetter(n)?.code ?? String(n).padStart(6, "0");
    if (kind === "mailed") return codeLetter(n)?.to ?? "";
    if (kind === "link") return linkLetter(n)?.action?.url.replace(/^.*[=/#]/, "") ?? "x";
    if (kind === "session") return String(claimsOf(tokens[caller(role)])["sid"]);
    if (kind === "token") return n % 2 ? tokens.ada : tokens.forger;
    if (kind === "ride-of") return rideOf.get(from(pools.request)) ?? randomUUID();
    if (kind === "self") return callers[caller(role)].uid;
    if (kind === "person") return from([...others, callers.ada.uid, callers.bob.uid]);
    if (kind === "suspect") return from([mo.uid, eve.uid]);
    if (kind === "email")
      return n % 3 ? from([...emails, callers.ada.email, callers.bob.email]) : `fuzz-${n}@example.org`;
    if (kind === "request-of") return requestOf.get(from(pools.offer)) ?? randomUUID();
    if (kind === "chat-of") return chatOf.get(from(pools.message)) ?? randomUUID();
    const pool = POOLED.find((known) => known === kind);
    if (pool) return from(pools[pool]);
    throw new Error(`There is nothing known as ${kind}.`);
  };
  return {
    world,
    pools,
    cookies,
    tokens,
    secrets: () => [...secrets, ...ownSecrets({ ...callers, eve })],
    refill,
    signIn,
    meaningOf,
  };
}

/** Who says it, where they have an account. */
const caller = (role: Role) => (role === "bob" || role === "mo" ? role : "ada");

/** Far more than the pools can name, so that a long run holds no more than a short one. */
const BELONGING = 20 * KEPT;

function forgetOldest(known: Map<string, string>): void {
  for (const key of known.keys()) {
    if (known.size <= BELONGING) return;
    known.delete(key);
  }
}

const ownSecrets = ({ ada, bob, mo, eve }: Record<"ada" | "bob" | "mo" | "eve", Person>): Secret[] => [
  { text: ada.email, mayKnow: ["ada", "moderator"] },
  { text: bob.email, mayKnow: ["bob", "moderator"] },
  { text: mo.email, mayKnow: ["mo", "moderator"] },
  { text: eve.email, mayKnow: ["moderator"] },
];
