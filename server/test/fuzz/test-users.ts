import { randomUUID } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Profile } from "@commonlane/contract/profiles";
import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { sql } from "kysely";
import { createVerifiedAccount, issueIdToken } from "#modules/accounts/index.ts";
import { openChat, sendMessage } from "../fixtures/chats.ts";
import { PASSWORD } from "../fixtures/accounts.ts";
import { freiburgToKoeln, towns } from "../fixtures/rides.ts";
import { ALWAYS_CONFIRMED, type TestUser, type TestApp } from "../app/test-app.ts";

const YEAR_MS = 365 * DAY_MS;

/** Mo is a moderator, Ad an administrator. */
export type Role = "ada" | "bob" | "mo" | "ad" | "nobody" | "forger";
/** A text that replies may contain only for these readers, unless the request contained it. */
export interface Secret {
  readonly text: string;
  readonly allowedReaders: readonly SecretReader[];
}
/** Moderators see full profiles, but only through endpoints that are logged. */
export type SecretReader = Role | "moderator";

export interface Pools {
  readonly ride: string[];
  readonly request: string[];
  readonly vehicle: string[];
  readonly cursor: string[];
  readonly "ride-request": string[];
  readonly offer: string[];
  readonly "saved-search": string[];
  readonly conversation: string[];
  readonly message: string[];
  readonly series: string[];
  readonly template: string[];
  readonly rating: string[];
  readonly passage: string[];
  readonly report: string[];
  readonly hiding: string[];
  readonly action: string[];
  readonly announcement: string[];
  readonly invite: string[];
  readonly event: string[];
  readonly feed: string[];
  readonly group: string[];
  readonly "group-code": string[];
  readonly mark: string[];
  readonly "meeting-point": string[];
  /** The ride of a seat request. */
  readonly rideOf: Map<string, string>;
  /** The ride request of an offer. */
  readonly requestOf: Map<string, string>;
  /** The conversation of a message. */
  readonly chatOf: Map<string, string>;
}
const COMPLETE = {
  firstName: "Ada",
  lastName: "Moreau",
  phone: "+12025550123",
  gender: "female",
  birthDate: "1990-06-15",
  adultDeclared: false,
} as const;

/** Like `app.createUser`, with a password. */
export async function createNewUser({ ctx }: TestApp): Promise<TestUser> {
  const email = `${randomUUID()}@example.org`;
  const { uid } = await createVerifiedAccount(ctx, {
    email,
    password: PASSWORD,
    profile: COMPLETE,
  });
  const token = await issueIdToken(ctx, uid, ALWAYS_CONFIRMED);
  return { uid, email, token, freshToken: async () => token };
}

/** Two users who never send requests, and their secrets. */
export async function createVictims(app: TestApp) {
  const carol = await app.createUser({ firstName: "Carol", lastName: "Canaryname" });
  const dora = await app.createUser();
  const vehicle = { make: "VW", model: "ID.3", colour: "red", plate: "CANARY PLATE", seats: 5 };
  const { body } = await app.call<Profile>("POST", "/firebase-auth/update-profile", {
    as: carol,
    body: {
      ...COMPLETE,
      firstName: "Carol",
      lastName: "Canaryname",
      phone: "+4930998877665",
      birthDate: "1971-03-19",
      bio: "canary of a bio",
      vehicles: [vehicle],
    },
  });
  // They write to everyone who comes along, which new accounts may not.
  const longAgo = { created_at: new Date(app.clock.now.getTime() - YEAR_MS) };
  await app.db
    .updateTable("account")
    .set(longAgo)
    .where("uid", "in", [carol.uid, dora.uid])
    .execute();
  const { rows } = await sql<{ text: string }>`
    select password_hash as text from account union select token_hash from session
    union select rotation_key from session union select private_jwk->>'d' from signing_key`.execute(
    app.db,
  );
  const texts = [
    carol.email,
    dora.email,
    "Canaryname",
    "CANARY PLATE",
    "+4930998877665",
    "1971-03-19",
    "canary of a message",
  ];
  const secrets: Secret[] = [
    ...texts.map((text): Secret => ({ text, allowedReaders: ["moderator"] })),
    ...rows.map(({ text }): Secret => ({ text, allowedReaders: [] })),
    // Profiles are visible to signed-in users.
    { text: "canary of a bio", allowedReaders: ["ada", "bob", "mo", "ad"] },
  ];
  return { victims: { carol, dora, carolsCar: body.vehicles[0]?.id ?? "" }, secrets };
}

interface TestUsers {
  readonly ada: TestUser;
  readonly bob: TestUser;
  readonly carol: TestUser;
  readonly dora: TestUser;
  readonly carolsCar: string;
}

/** Rides of all kinds, seat requests, ride requests and offers of the current users. */
export async function addRides(app: TestApp, users: TestUsers, pools: Pools): Promise<void> {
  const { ada, bob, carol, dora, carolsCar } = users;
  for (const as of [ada, bob]) {
    const vehicles = [{ make: "Opel", model: "Corsa", colour: "blue", plate: "OWN 1", seats: 4 }];
    const { body } = await app.call<Profile>("POST", "/firebase-auth/update-profile", {
      as,
      body: { ...COMPLETE, vehicles },
    });
    pools.vehicle.push(...body.vehicles.map(({ id }) => id), carolsCar);
  }
  const departsAt = inMinutes(app, 1440);
  const adas = await hostRide(app, ada, { departsAt });
  const bobs = await hostRide(app, bob, {
    departsAt: inMinutes(app, 840),
    approval: "instant",
    seatsTotal: 8,
    contribution: { amountMinor: 900, currency: "EUR" },
  });
  for (const as of [carol, dora]) await cancelRides(app, as);
  const carols = await hostRide(app, carol, {
    departsAt,
    vehicleId: carolsCar,
    stops: [towns.karlsruhe, towns.mainz],
  });
  // It departs as soon as everything is there.
  const leaving = await hostRide(app, ada, { departsAt: inMinutes(app, 1) });
  for (const [ride, as] of [
    [adas, bob],
    [leaving, bob],
    [bobs, ada],
    [carols, ada],
    [adas, dora],
  ] as const) {
    recordSeatRequest(pools, await requestSeat(app, ride, as));
  }
  const aboard = await requestSeat(app, carols, dora, "canary of a message");
  await app.call("POST", `/rides/${carols.id}/requests/${aboard.id}/accept`, { as: carol });
  recordSeatRequest(pools, aboard);
  pools.ride.push(leaving.id, carols.id, bobs.id, adas.id);
  await addMovedRide(app, users, pools);
  await addRideRequests(app, { ...users, bobs }, pools);
  for (const as of [bob, ada]) await addSeries(app, as, pools);
  const { lat, lng } = towns.freiburg;
  for (const as of [ada, bob, carol])
    await app.call("POST", "/rides/active-drivers", { as, body: { lat, lng } });
}

/** A ride that was changed with Ada and Bob as passengers, who are asked to confirm. */
async function addMovedRide(
  app: TestApp,
  { ada, bob, carol }: TestUsers,
  pools: Pools,
): Promise<void> {
  const ride = await hostRide(app, carol, { departsAt: inMinutes(app, 2400), approval: "instant" });
  for (const as of [ada, bob]) recordSeatRequest(pools, await requestSeat(app, ride, as));
  const departsAt = inMinutes(app, 2460);
  const { status } = await app.call("PUT", `/rides/${ride.id}`, { as: carol, body: { departsAt } });
  if (status !== 200) throw new Error(`Moving a ride answered ${status}`);
}

/** Cancels the rides of a user who stays: at any time a user can drive or request only one ride. */
async function cancelRides(app: TestApp, as: TestUser): Promise<void> {
  const theirs = app.db.selectFrom("ride").select("id").where("host_id", "=", as.uid);
  const coming = await theirs.where("status", "=", "scheduled").execute();
  for (const { id } of coming) await app.call("DELETE", `/rides/${id}`, { as });
  const wishes = app.db.selectFrom("ride_request").select("id").where("seeker_id", "=", as.uid);
  for (const { id } of await wishes.where("status", "=", "open").execute()) {
    await app.call("DELETE", `/rides/requests/${id}`, { as });
  }
}

/** A daily series from the day after tomorrow on, and the same ride as a template. */
async function addSeries(app: TestApp, as: TestUser, pools: Pools): Promise<void> {
  const { departsAt: _, ...ride } = freiburgToKoeln;
  const [firstDay, lastDay] = [3, 5].map((days) => inMinutes(app, days * 1440).slice(0, 10));
  const overrides = { ride, time: "07:45", weekdays: [1, 2, 3, 4, 5, 6, 7], firstDay, lastDay };
  const series = await app.call<{ id: string }>("POST", "/rides/series", { as, body: overrides });
  if (series.status !== 201)
    throw new Error(`Repeating answered ${series.status}: ${JSON.stringify(series.body)}`);
  const template = await app.call<{ id: string }>("POST", "/rides/templates", {
    as,
    body: { name: "Köln", ride },
  });
  pools.series.push(series.body.id);
  pools.template.push(template.body.id);
}

/** Requests with and without offers; Carol's have offers, and Dora makes some. */
async function addRideRequests(
  app: TestApp,
  { ada, bob, carol, dora, bobs }: TestUsers & { bobs: Ride },
  pools: Pools,
): Promise<void> {
  // After all other rides have arrived.
  const departsAt = inMinutes(app, 2000);
  const adas = await postRideRequest(app, ada, pools);
  const bobsWish = await postRideRequest(app, bob, pools);
  const carolsWish = await postRideRequest(app, carol, pools);
  for (const [request, by, overrides] of [
    [adas, dora, { departsAt }],
    [adas, bob, { rideId: bobs.id }],
    [bobsWish, carol, { departsAt }],
    [bobsWish, ada, { departsAt, seats: 2 }],
    [carolsWish, ada, { departsAt, seats: 1 }],
    [carolsWish, dora, { departsAt, message: "canary of a message" }],
  ] as const) {
    recordOffer(pools, await offer(app, request, by, overrides));
  }
  const over = await postRideRequest(app, dora, pools);
  await app.call("DELETE", `/rides/requests/${over.id}`, { as: dora });
  for (const as of [ada, bob]) await postRideRequest(app, as, pools, 3000);
  for (const as of [carol, ada, bob]) {
    const body = { origin: towns.mainz, destination: towns.koeln };
    pools["saved-search"].push(
      (await app.call<{ id: string }>("POST", "/saved-searches", { as, body })).body.id,
    );
  }
}

export function recordOffer(
  pools: Pools,
  { id, requestId }: Pick<Offer, "id" | "requestId">,
): void {
  pools.offer.push(id);
  pools.requestOf.set(id, requestId);
}

export function recordSeatRequest(
  { request, rideOf }: Pools,
  { id, rideId }: Pick<SeatRequest, "id" | "rideId">,
): void {
  request.push(id);
  rideOf.set(id, rideId);
}

const inMinutes = ({ clock }: TestApp, minutes: number) =>
  new Date(clock.now.getTime() + minutes * 60_000).toISOString();

async function hostRide(app: TestApp, as: TestUser, overrides: object): Promise<Ride> {
  const { status, body } = await app.call<Ride>("POST", "/rides", {
    as,
    body: { ...freiburgToKoeln, ...overrides },
  });
  if (status !== 201) throw new Error(`Hosting answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function requestSeat(
  app: TestApp,
  ride: Ride,
  as: TestUser,
  message = "hello",
): Promise<SeatRequest> {
  const { status, body } = await app.call<SeatRequest>("POST", `/rides/${ride.id}/request`, {
    as,
    body: { message },
  });
  if (status !== 201) throw new Error(`Asking answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function postRideRequest(
  app: TestApp,
  as: TestUser,
  pools: Pools,
  after = 0,
): Promise<RideRequest> {
  const { status, body } = await app.call<RideRequest>("POST", "/requests", {
    as,
    body: {
      origin: towns.mainz,
      destination: towns.koeln,
      departsAfter: inMinutes(app, after),
      departsBefore: inMinutes(app, after + 2880),
    },
  });
  if (status !== 201) throw new Error(`Posting answered ${status}: ${JSON.stringify(body)}`);
  pools["ride-request"].push(body.id);
  return body;
}

async function offer(
  app: TestApp,
  { id }: RideRequest,
  as: TestUser,
  overrides: object,
): Promise<Offer> {
  const { status, body } = await app.call<Offer>("POST", `/rides/requests/${id}/offer`, {
    as,
    body: overrides,
  });
  if (status !== 201) throw new Error(`Offering answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Records a conversation that was opened or read, or a message in one. */
export function recordChat(
  pools: Pools,
  name: string,
  id: string,
  conversationId: string | undefined,
): void {
  if (name === "chat.open" || name === "chat.ofRide") pools.conversation.push(id);
  if (conversationId === undefined) return;
  pools.message.push(id);
  pools.chatOf.set(id, conversationId);
}

/** A conversation of the two active users, with a message in it. */
export async function addChat(
  app: TestApp,
  { ada, bob }: Pick<TestUsers, "ada" | "bob">,
  pools: Pools,
): Promise<void> {
  const chat = await openChat(app, ada, bob);
  const { body } = await sendMessage(app, ada, chat, "I bring a ride's worth of cake.");
  recordChat(pools, "chat.open", chat.id, undefined);
  recordChat(pools, "chat.send", body.id, chat.id);
}
