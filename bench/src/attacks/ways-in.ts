import { setTimeout as sleep } from "node:timers/promises";
import type { Ride } from "@commonlane/contract/rides";
import { grantAdministratorRole } from "../../../server/src/modules/moderation/index.ts";
import { logProgress, row, type Row } from "../bench.ts";
import { type Community, PASSWORD, type Person, type Reply } from "./community.ts";
import { CLIENT, openProvider, type Provider } from "./provider.ts";

const THIEF = "thief@evil.example";
const STALKER = "stalker@evil.example";
const NEW_PASSWORD = "Another horse 8";
/** As the servers name themselves: both listen at a port of their own. */
const SITE = "http://127.0.0.1:0";
/** A process looks a session up again after half a second. */
const SESSION_CACHE_MS = 700;

interface Session {
  readonly token: string;
  readonly cookie: string;
}

/** What a thief keeps of an account whose owner does everything to get it back, and what a stolen token can do. */
export async function attackWaysIn(community: Community): Promise<Row[]> {
  const provider = await openProvider(THIEF);
  try {
    const administrator = await community.createPerson();
    await grantAdministratorRole(community.ctx, administrator.email);
    const body = {
      name: "University",
      logo: null,
      issuer: provider.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      scopes: "openid email profile",
      emailDomains: [],
      trustsEmail: false,
      enabled: true,
    };
    await community.must("PUT", "/administration/sign-in-providers/uni", {
      as: administrator,
      body,
    });
    return [
      ...(await attackAccount(community, provider)),
      ...(await attackSession(community)),
      ...(await attackTeam(community, administrator)),
    ];
  } finally {
    provider.close();
  }
}

/** Before: everything that was stolen works. After the owner's recovery: nothing does. */
async function attackAccount(community: Community, provider: Provider): Promise<Row[]> {
  const { must } = community;
  const owner = await community.createPerson();
  const ride = await must<Ride>("POST", "/rides", {
    as: owner,
    body: {
      origin: { label: "Ulm", lat: 48.39841, lng: 9.99155 },
      destination: { label: "Kassel", lat: 51.31667, lng: 9.5 },
      stops: [],
      seatsTotal: 3,
      departsAt: new Date(Date.now() + 600_000).toISOString(),
    },
  });
  const thief = await signIn(community, owner.email, PASSWORD);
  const undoToken = await takeAddress(community, thief, owner.email);
  const ways = await addWaysIn(community, { thief, rideId: ride.id, owner, provider });
  const before = await aliveOf(ways, thief);

  await must("POST", "/identity/undo-email-change", { body: { token: undoToken } });
  await must("POST", "/auth/send-forgot-password-email-otp", { body: { email: owner.email } });
  const otp = /\b\d{6}\b/.exec(await newestEmail(community, owner.email, /\b\d{6}\b/))?.[0];
  await must("POST", "/auth/reset-password", {
    body: { email: owner.email, otp, newPassword: NEW_PASSWORD },
  });
  const again = await signIn(community, owner.email, NEW_PASSWORD);
  await must("POST", "/identity/sign-out-everywhere", { as: again, body: { keepCurrent: true } });
  await sleep(SESSION_CACHE_MS);

  const after = await aliveOf(ways, again);
  logProgress(`ways in: before ${before.join(", ")}; after ${after.join(", ") || "none"}`);
  return [
    row("ways that a thief added or knew, working before", before.length, {
      unit: "",
      atLeast: Object.keys(ways).length,
    }),
    row("… alive after undo, new password and sign-out everywhere", after.length, {
      unit: "",
      atMost: 0,
    }),
  ];
}

/** Whether something still works, at either process; `owner` may look into the account. */
type Way = (owner: Pick<Person, "token">, at: number) => Promise<boolean>;

async function addWaysIn(
  community: Community,
  {
    thief,
    rideId,
    owner,
    provider,
  }: { thief: Session; rideId: string; owner: Person; provider: Provider },
): Promise<Record<string, Way>> {
  const { call, must } = community;
  await must("POST", "/identity/confirm", { as: thief, body: { password: PASSWORD } });
  await linkIdentity(community, thief, provider);
  const feed = await must<{ url: string }>("POST", "/calendar-feed", { as: thief, body: {} });
  const feedPath = new URL(feed.url, SITE).pathname.replace(/^\/api/, "");
  await must("POST", "/trusted-contacts", { as: thief, body: { name: "Mum", email: STALKER } });
  const [, contactToken = ""] =
    /trusted-contact[^\s]*[#=/]([\w.-]{20,})/.exec(await newestEmail(community, STALKER, /./)) ??
    [];
  await must("POST", "/trusted-contacts/answer", { body: { token: contactToken, agrees: true } });
  const share = await must<{ url: string }>("POST", `/rides/${rideId}/shares`, { as: thief });
  const shareToken = share.url.split("#").at(-1) ?? "";

  const isKnown = (email: string, at: number) =>
    isOk(call("POST", "/identity/sign-in", { body: { email, password: PASSWORD }, at }));
  return {
    "old password": async (_, at) => (await isKnown(owner.email, at)) || isKnown(THIEF, at),
    "ID token": (_, at) => isOk(call("GET", "/identity/sessions", { as: thief, at })),
    "linked identity": (_, at) => signsInAtProvider(community, provider, at),
    "calendar feed": (_, at) => isOk(call("GET", feedPath, { at })),
    "trusted contact": async (as, at) => {
      const { body } = await call<{ items?: { status: string }[] }>("GET", "/trusted-contacts", {
        as,
        at,
      });
      return body.items?.some(({ status }) => status === "confirmed") ?? false;
    },
    "share link": (_, at) =>
      isOk(call("POST", "/followed-rides", { body: { token: shareToken }, at })),
    // Last, because each renewal replaces it.
    "refresh cookie": (_, at) =>
      isOk(call("POST", "/identity/refresh", { cookie: thief.cookie, at })),
  };
}

async function aliveOf(ways: Readonly<Record<string, Way>>, owner: Pick<Person, "token">) {
  const alive: string[] = [];
  for (const [name, works] of Object.entries(ways)) {
    const answers = [await works(owner, 0), await works(owner, 1)];
    if (answers.includes(true)) alive.push(name);
  }
  return alive;
}

async function takeAddress(community: Community, as: Session, email: string): Promise<string> {
  await community.must("POST", "/identity/change-email", {
    as,
    body: { newEmail: THIEF, password: PASSWORD },
  });
  const otp = /\b\d{6}\b/.exec(await newestEmail(community, THIEF, /\b\d{6}\b/))?.[0];
  await community.must("POST", "/identity/confirm-email-change", {
    as,
    body: { newEmail: THIEF, otp },
  });
  const [, token = ""] =
    /[?#]token=([^\s&]+)/.exec(await newestEmail(community, email, /[?#]token=/)) ?? [];
  return decodeURIComponent(token);
}

/** Signs in at the provider, and links it with the account. */
async function linkIdentity(
  { call, must }: Community,
  as: Session,
  provider: Provider,
): Promise<void> {
  const started = await call<{ url: string }>("POST", "/identity/providers/uni/start-link", {
    as,
    body: {},
    at: 0,
  });
  const answer = provider.answerTo(started.body.url);
  const cookie = toCookie(started);
  const finished = await call("POST", "/identity/providers/uni/finish", {
    as,
    body: { answer },
    cookie,
    at: 1,
  });
  const jar = { cookies: new Map([...started.cookies, ...finished.cookies]) };
  await must("POST", "/identity/providers/confirm-link", { as, body: {}, cookie: toCookie(jar) });
}

async function signsInAtProvider(
  { call }: Community,
  provider: Provider,
  at: number,
): Promise<boolean> {
  const started = await call<{ url: string }>("POST", "/identity/providers/uni/start", {
    body: {},
    at,
  });
  const answer = provider.answerTo(started.body.url);
  const { body } = await call<{ step?: string }>("POST", "/identity/providers/uni/finish", {
    body: { answer },
    cookie: toCookie(started),
    at: at + 1,
  });
  return body.step === "signed-in";
}

/** After renewals at both processes, the first token of a session ends it. */
async function attackSession(community: Community): Promise<Row[]> {
  const { call } = community;
  let alive = 0;
  for (const [renewAt, signOutAt] of [
    [0, 1],
    [1, 0],
  ]) {
    const person = await community.createPerson();
    const first = await signIn(community, person.email, PASSWORD);
    let stolen = first;
    for (let n = 0; n < 3; n++) {
      const reply = await call<{ idToken: string }>("POST", "/identity/refresh", {
        cookie: stolen.cookie,
        at: renewAt ?? 0,
      });
      stolen = { token: reply.body.idToken, cookie: refreshCookieOf(reply) };
    }
    await community.must("POST", "/identity/sign-out", {
      cookie: first.cookie,
      at: signOutAt ?? 0,
    });
    await sleep(SESSION_CACHE_MS);
    for (const at of [0, 1]) {
      if ((await call("GET", "/identity/sessions", { as: stolen, at })).status === 200) alive++;
      if ((await call("POST", "/identity/refresh", { cookie: stolen.cookie, at })).status === 200)
        alive++;
    }
  }
  return [
    row(
      "renewed three times elsewhere, then signed out with the first token: tokens alive",
      alive,
      {
        unit: "",
        atMost: 0,
      },
    ),
  ];
}

/** What the bearer token of an administrator does who confirmed too long ago. */
async function attackTeam(community: Community, { uid }: Person): Promise<Row[]> {
  const { ctx, call } = community;
  const { email } = await ctx.db
    .selectFrom("account")
    .select("email")
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  const { token } = await signIn(community, email, PASSWORD);
  const confirmed_at = new Date(Date.now() - 3_600_000);
  await ctx.db.updateTable("session").set({ confirmed_at }).where("uid", "=", uid).execute();
  await sleep(SESSION_CACHE_MS);

  const mallory = await community.createPerson();
  const answers: string[] = [];
  for (const at of [0, 1]) {
    const settings = { mailServer: "smtp://127.0.0.1:2525", mailFrom: "a@evil.example" };
    const changed = await call("PUT", "/administration/settings", {
      as: { token },
      body: settings,
      at,
    });
    const role = { email: mallory.email, role: "administrator" };
    const appointed = await call("PUT", "/administration/team", { as: { token }, body: role, at });
    const read = await call("GET", "/administration/settings", { as: { token }, at });
    answers.push(...[changed, appointed].map(({ status, body }) => `${status} ${body.code}`));
    if (read.status !== 200) throw new Error(`The token reads nothing: ${read.text}`);
  }
  logProgress(`team: ${answers.join(", ")}`);
  const done = answers.filter((answer) => answer !== "403 confirmation_needed").length;
  return [
    row(
      `of ${answers.length} changes of mail server and team by a token alone, not refused`,
      done,
      {
        unit: "",
        atMost: 0,
      },
    ),
  ];
}

async function signIn({ call }: Community, email: string, password: string): Promise<Session> {
  const reply = await call<{ idToken: string }>("POST", "/identity/sign-in", {
    body: { email, password },
  });
  if (reply.status !== 200) throw new Error(`Signing in answered ${reply.status}: ${reply.text}`);
  return { token: reply.body.idToken, cookie: refreshCookieOf(reply) };
}

const isOk = async (reply: Promise<Reply<unknown>>) => (await reply).status < 300;

const refreshCookieOf = ({ cookies }: Reply<unknown>) =>
  `commonlane_refresh=${cookies.get("commonlane_refresh") ?? ""}`;
const toCookie = ({ cookies }: Pick<Reply<unknown>, "cookies">) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

const PATIENCE_MS = 20_000;

/** The newest e-mail to an address that has such a text; waits for it. */
async function newestEmail({ ctx }: Community, to: string, text: RegExp): Promise<string> {
  for (const untilMs = Date.now() + PATIENCE_MS; Date.now() < untilMs; await sleep(100)) {
    const emails = await ctx.db
      .selectFrom("dev_email")
      .select("body_text")
      .where("recipient", "=", to)
      .orderBy("id", "desc")
      .execute();
    const found = emails.find(({ body_text }) => text.test(body_text));
    if (found) return found.body_text;
  }
  throw new Error(`No e-mail to ${to} has ${String(text)}.`);
}
