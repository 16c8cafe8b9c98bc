import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { Profile } from "@commonlane/contract/profiles";
import { grantAdministratorRole, grantModeratorRole } from "#modules/moderation/index.ts";
import { suspendAccount } from "#modules/accounts/index.ts";
import { publishText, saveDraft } from "#modules/legal/legal-texts.ts";
import { waitForChats, openChat, sendMessage } from "../fixtures/chats.ts";
import { deleteAccountCompletely } from "../fixtures/account-deletion.ts";
import {
  requestSeats,
  hostRide,
  karlsruheToBonn,
  createOffer,
  postRequest,
  TOMORROW,
  towns,
} from "../fixtures/rides.ts";
import { listNotifications } from "../fixtures/notifications.ts";
import { sweepRides } from "../fixtures/shared-rides.ts";
import type { TestUser, TestApp } from "../app/test-app.ts";
import {
  createHostRecords,
  createSharedRecords,
  type ScenarioRecords,
} from "./scenario-records.ts";
import { CANARIES } from "./canaries.ts";

export const ROLES = [
  "nobody",
  "stranger",
  "seeker",
  "passenger",
  "host",
  "blocked",
  "suspended",
  "ended",
  "deleted",
  "moderator",
  "administrator",
] as const;
export type Role = (typeof ROLES)[number];
/** Users who cannot sign in any more use an earlier token. */
export const ROLES_WITH_OLD_TOKEN: ReadonlySet<Role> = new Set(["suspended", "ended", "deleted"]);
export const STATES = ["coming", "on-the-way", "over", "disputed", "cancelled"] as const;
export type State = (typeof STATES)[number];

const EXACT = { label: CANARIES.exactPlace, lat: 49.01947, lng: 8.41443 };
const PENDING_PICKUP = { label: CANARIES.askedPlace, lat: 49.97123, lng: 8.27317 };
const LATER_WINDOW = {
  departsAfter: "2026-01-06T06:00:00.000Z",
  departsBefore: "2026-01-06T12:00:00.000Z",
};

export interface Scenario extends ScenarioRecords {
  readonly people: Readonly<Record<Exclude<Role, "nobody">, TestUser>>;
  readonly rideId: string;
  /** Seat requests of the seeker and of the passenger. */
  readonly waitingId: string;
  readonly aboardId: string;
  /** The host's open ride request with an offer, and the matched one with its accepted offer. */
  readonly openRequestId: string;
  readonly offerId: string;
  readonly matchedId: string;
  readonly acceptedOfferId: string;
  /** The ride created by that offer; the passenger hosts it and picks up the host of the scenario. */
  readonly madeRideId: string;
  readonly chatId: string;
  readonly messageId: string;
  readonly reportId: string;
  readonly searchId: string;
  readonly removedId: string;
  readonly seriesId: string;
  readonly templateId: string;
}

/**
 * A host with all their records: a ride with a pending request and a passenger, a ride request with an offer and one
 * with an accepted offer, a chat, and private data; and users of every other role.
 */
export async function createScenario(app: TestApp, state: State): Promise<Scenario> {
  const deleted = await createDeletedUser(app);
  const host = await app.createUser({ firstName: "Hedy", lastName: CANARIES.surname });
  const stranger = await app.createUser({ firstName: "Stan" });
  const seeker = await app.createUser({ firstName: "Sue" });
  const passenger = await app.createUser({ firstName: "Paul" });
  const blocked = await app.createUser({ firstName: "Bert" });
  const suspended = await app.createUser();
  const ended = await app.createUser();
  const moderator = await app.createUser();
  await grantModeratorRole(app.ctx, moderator.uid);
  const administrator = await app.createUser();
  await grantAdministratorRole(app.ctx, administrator.uid);
  await createLegalTexts(app, administrator.uid);
  const { ask, hostsWords, askersWords, offerersWords } = CANARIES;
  const hostRecords = await createHostRecords(app, host);
  const vehicleId = await fillProfile(app, host);
  const ride = await hostRide(app, host, { vehicleId, note: hostsWords });
  const waiting = await requestSeats(
    app,
    ride,
    host,
    { message: `${ask}, ${askersWords}`, pickup: PENDING_PICKUP, needs: [CANARIES.needs] },
    seeker,
  );
  const aboard = await requestSeats(app, ride, host, {}, passenger);
  await aboard.accept();
  const openRequest = await postRequest(app, host, { origin: EXACT, note: hostsWords });
  const offer = await createOffer(app, openRequest, host, { message: offerersWords }, stranger);
  const matched = await postRequest(app, host, {
    ...karlsruheToBonn,
    ...LATER_WINDOW,
    origin: EXACT,
  });
  const accepted = await createOffer(
    app,
    matched,
    host,
    { departsAt: LATER_WINDOW.departsAfter, seats: 2 },
    passenger,
  );
  const agreed = await accepted.accept();
  const ownRecords = await createOwnRecords(app, host);
  const records = await createSharedRecords(
    app,
    { host, stranger, seeker, passenger, moderator },
    ride.id,
  );
  await setKnownPin(app, passenger, ride.id);
  const chat = await openChat(app, host, passenger);
  const message = (await sendMessage(app, passenger, chat, CANARIES.chat)).body.id;
  await waitForChats(app.ctx);
  await listNotifications(app, host);
  await app.call("PUT", `/blocks/${blocked.uid}`, { as: host });
  await suspendAccount(app.ctx, suspended.uid, "a test");
  await app.call("POST", "/identity/sign-out-everywhere", { as: ended, body: {} });
  await applyState(app, state, {
    host,
    passenger,
    rideId: ride.id,
    aboardId: aboard.response.body.id,
  });
  return {
    people: {
      stranger,
      seeker,
      passenger,
      host,
      blocked,
      suspended,
      ended,
      deleted,
      moderator,
      administrator,
    },
    rideId: ride.id,
    waitingId: waiting.response.body.id,
    aboardId: aboard.response.body.id,
    openRequestId: openRequest.id,
    offerId: offer.made.body.id,
    matchedId: matched.id,
    acceptedOfferId: accepted.made.body.id,
    madeRideId: agreed.body.rideId ?? "",
    chatId: chat.id,
    messageId: message,
    reportId: await reportPerson(app, stranger, host),
    ...ownRecords,
    ...hostRecords,
    ...records,
  };
}

/** A user whose account was deleted before the others joined, with an old token. */
async function createDeletedUser(app: TestApp): Promise<TestUser> {
  const { now } = app.clock;
  const person = await app.createUser();
  await deleteAccountCompletely(app, person);
  app.clock.now = now;
  return person;
}

/** Sets the PIN to a known value. */
async function setKnownPin(app: TestApp, passenger: TestUser, rideId: string): Promise<void> {
  await app.call("GET", `/rides/${rideId}/trip-outcomes`, { as: passenger });
  await app.db
    .updateTable("trip_outcome")
    .set({ pin: CANARIES.pin })
    .where("picked_up_at", "is", null)
    .execute();
}

async function reportPerson({ call, db }: TestApp, by: TestUser, about: TestUser): Promise<string> {
  const body = { about: { kind: "person", id: about.uid }, reason: "scam", text: CANARIES.ask };
  await call("POST", "/reports", { as: by, body });
  return (await db.selectFrom("report").select("id").executeTakeFirstOrThrow()).id;
}

async function fillProfile(app: TestApp, host: TestUser): Promise<string | undefined> {
  const { phone, birthDate, plate, hostsWords: bio } = CANARIES;
  const vehicles = [{ make: "VW", model: "ID.3", colour: "red", plate, seats: 5 }];
  const { body } = await app.call<Profile>("POST", "/firebase-auth/update-profile", {
    as: host,
    body: { phone, phoneShared: true, birthDate, bio, vehicles, needs: [CANARIES.needs] },
  });
  return body.vehicles[0]?.id;
}

/** Records that only their owner may see. */
async function createOwnRecords(app: TestApp, host: TestUser) {
  const make = async (path: string, body: object) =>
    (await app.call<{ id: string }>("POST", path, { as: host, body })).body.id;
  const route = { origin: towns.freiburg, destination: towns.koeln, seatsTotal: 3 };
  const pattern = { time: "07:45", weekdays: [1], firstDay: "2026-01-12", lastDay: "2026-01-20" };
  const removedId = await make("/saved-searches", {
    origin: towns.mainz,
    destination: towns.koeln,
  });
  await app.call("DELETE", `/saved-searches/${removedId}`, { as: host });
  return {
    removedId,
    searchId: await make("/saved-searches", { ...karlsruheToBonn, name: CANARIES.search }),
    seriesId: await make("/rides/series", { ride: route, ...pattern }),
    templateId: await make("/rides/templates", { name: CANARIES.search, ride: route }),
  };
}

interface RideUnderTest {
  readonly host: TestUser;
  readonly passenger: TestUser;
  readonly rideId: string;
  readonly aboardId: string;
}

async function applyState(
  app: TestApp,
  state: State,
  { host, passenger, rideId, aboardId }: RideUnderTest,
): Promise<void> {
  const departs = Date.parse(TOMORROW);
  if (state === "cancelled") await app.call("DELETE", `/rides/${rideId}`, { as: host });
  if (state === "on-the-way") {
    app.clock.now = new Date(departs + HOUR_MS);
    await sweepRides(app);
    const body = { lat: Number(CANARIES.position), lng: 7.85 };
    await app.call("PUT", `/rides/${rideId}/shares/position`, { as: host, body });
  }
  if (state !== "over" && state !== "disputed") return;
  app.clock.now = new Date(departs + DAY_MS / 2);
  await app.call("POST", `/rides/${rideId}/complete`, { as: host });
  if (state === "over") return;
  const body = { fault: "host-absent", note: CANARIES.dispute };
  await app.call("POST", `/trip-outcomes/${aboardId}/no-show`, { as: passenger, body });
}

/** A published imprint, and the draft of the next one. */
async function createLegalTexts({ ctx }: TestApp, byUid: string): Promise<void> {
  const text = { page: "imprint", language: "en" } as const;
  const { draft } = await saveDraft(ctx, byUid, text, {
    body: "The town runs this.",
    revision: null,
  });
  await publishText(ctx, byUid, text, {
    version: 1,
    revision: draft?.revision ?? 0,
    agreeAgain: false,
  });
  await saveDraft(ctx, byUid, text, { body: "The city runs this.", revision: null });
}
