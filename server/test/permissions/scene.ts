import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { Profile } from "@commonlane/contract/profiles";
import { giveRole } from "#modules/moderation/index.ts";
import { suspendAccount } from "#modules/accounts/index.ts";
import { allChatted, openChat, send } from "../chats.ts";
import { leaveForGood } from "../leaving.ts";
import { askForSeats, hostRide, karlsruheToBonn, offerOn, postRequest, TOMORROW, towns } from "../journeys.ts";
import { noticesOf } from "../notices.ts";
import { sweepRides } from "../shared-rides.ts";
import type { Person, World } from "../world.ts";
import { keepOwn, keepRecords, type Records } from "./records.ts";
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
] as const;
export type Role = (typeof ROLES)[number];
/** Whoever may not sign in any more has the token of before. */
export const WITH_OLD_TOKEN: ReadonlySet<Role> = new Set(["suspended", "ended", "deleted"]);
export const STATES = ["coming", "on-the-way", "over", "disputed", "cancelled"] as const;
export type State = (typeof STATES)[number];

const EXACT = { label: CANARIES.exactPlace, lat: 49.01947, lng: 8.41443 };
const ASKED = { label: CANARIES.askedPlace, lat: 49.97123, lng: 8.27317 };
const LATER = { departsAfter: "2026-01-06T06:00:00.000Z", departsBefore: "2026-01-06T12:00:00.000Z" };

export interface Scene extends Records {
  readonly people: Readonly<Record<Exclude<Role, "nobody">, Person>>;
  readonly rideId: string;
  /** What the seeker asked, and the passenger. */
  readonly waitingId: string;
  readonly aboardId: string;
  /** The host's open request with an offer, and the one that was matched, with the offer that was accepted. */
  readonly wishId: string;
  readonly offerId: string;
  readonly matchedId: string;
  readonly acceptedOfferId: string;
  /** The ride that offer made, which begins where the host of the scene is fetched; the passenger hosts it. */
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
 * A host and all that is theirs: a ride with somebody who waits for an answer and somebody aboard, a request with an offer
 * and one whose offer was accepted, a chat, and what only they see; and everybody who may come upon it.
 */
export async function setScene(world: World, state: State): Promise<Scene> {
  const deleted = await gone(world);
  const host = await world.person({ firstName: "Hedy", lastName: CANARIES.surname });
  const [stranger, seeker, passenger, blocked] = [
    await world.person({ firstName: "Stan" }),
    await world.person({ firstName: "Sue" }),
    await world.person({ firstName: "Paul" }),
    await world.person({ firstName: "Bert" }),
  ];
  const [suspended, ended, moderator] = [await world.person(), await world.person(), await world.person()];
  await giveRole(world.ctx, moderator.uid);
  const { ask, hostsWords, askersWords, offerersWords } = CANARIES;
  const own = await keepOwn(world, host);
  const vehicleId = await describe(world, host);
  const ride = await hostRide(world, host, { vehicleId, note: hostsWords });
  const waiting = await askForSeats(
    world,
    ride,
    host,
    { message: `${ask}, ${askersWords}`, pickup: ASKED, needs: [CANARIES.needs] },
    seeker,
  );
  const aboard = await askForSeats(world, ride, host, {}, passenger);
  await aboard.accept();
  const wish = await postRequest(world, host, { origin: EXACT, note: hostsWords });
  const offer = await offerOn(world, wish, host, { message: offerersWords }, stranger);
  const matched = await postRequest(world, host, { ...karlsruheToBonn, ...LATER, origin: EXACT });
  const accepted = await offerOn(world, matched, host, { departsAt: LATER.departsAfter, seats: 2 }, passenger);
  const agreed = await accepted.accept();
  const kept = await keptThings(world, host);
  const records = await keepRecords(world, { host, stranger, seeker, passenger, moderator }, ride.id);
  await showPin(world, passenger, ride.id);
  const chat = await openChat(world, host, passenger);
  const message = (await send(world, passenger, chat, CANARIES.chat)).body.id;
  await allChatted(world.ctx);
  await noticesOf(world, host);
  await world.call("PUT", `/blocks/${blocked.uid}`, { as: host });
  await suspendAccount(world.ctx, suspended.uid, "a test");
  await world.call("POST", "/identity/sign-out-everywhere", { as: ended, body: {} });
  await bringAbout(world, state, { host, passenger, rideId: ride.id, aboardId: aboard.asked.body.id });
  return {
    people: { stranger, seeker, passenger, host, blocked, suspended, ended, deleted, moderator },
    rideId: ride.id,
    waitingId: waiting.asked.body.id,
    aboardId: aboard.asked.body.id,
    wishId: wish.id,
    offerId: offer.made.body.id,
    matchedId: matched.id,
    acceptedOfferId: accepted.made.body.id,
    madeRideId: agreed.body.rideId ?? "",
    chatId: chat.id,
    messageId: message,
    reportId: await reported(world, stranger, host),
    ...kept,
    ...own,
    ...records,
  };
}

/** Somebody who left for good before anybody else came, with the token of then. */
async function gone(world: World): Promise<Person> {
  const { now } = world.world;
  const person = await world.person();
  await leaveForGood(world, person);
  world.world.now = now;
  return person;
}

/** A PIN that is known here. */
async function showPin(world: World, passenger: Person, rideId: string): Promise<void> {
  await world.call("GET", `/rides/${rideId}/passages`, { as: passenger });
  await world.db.updateTable("passage").set({ pin: CANARIES.pin }).where("picked_up_at", "is", null).execute();
}

async function reported({ call, db }: World, by: Person, about: Person): Promise<string> {
  const body = { about: { kind: "person", id: about.uid }, reason: "scam", text: CANARIES.ask };
  await call("POST", "/reports", { as: by, body });
  return (await db.selectFrom("report").select("id").executeTakeFirstOrThrow()).id;
}

async function describe(world: World, host: Person): Promise<string | undefined> {
  const { phone, birthDate, plate, hostsWords: bio } = CANARIES;
  const vehicles = [{ make: "VW", model: "ID.3", colour: "red", plate, seats: 5 }];
  const { body } = await world.call<Profile>("POST", "/firebase-auth/update-profile", {
    as: host,
    body: { phone, phoneShared: true, birthDate, bio, vehicles, needs: [CANARIES.needs] },
  });
  return body.vehicles[0]?.id;
}

/** What only its owner has to do with. */
async function keptThings(world: World, host: Person) {
  const make = async (path: string, body: object) =>
    (await world.call<{ id: string }>("POST", path, { as: host, body })).body.id;
  const way = { origin: towns.freiburg, destination: towns.koeln, seatsTotal: 3 };
  const pattern = { time: "07:45", weekdays: [1], firstDay: "2026-01-12", lastDay: "2026-01-20" };
  const removedId = await make("/saved-searches", { origin: towns.mainz, destination: towns.koeln });
  await world.call("DELETE", `/saved-searches/${removedId}`, { as: host });
  return {
    removedId,
    searchId: await make("/saved-searches", { ...karlsruheToBonn, name: CANARIES.search }),
    seriesId: await make("/rides/series", { ride: way, ...pattern }),
    templateId: await make("/rides/templates", { name: CANARIES.search, ride: way }),
  };
}

interface Begun {
  readonly host: Person;
  readonly passenger: Person;
  readonly rideId: string;
  readonly aboardId: string;
}

async function bringAbout(world: World, state: State, { host, passenger, rideId, aboardId }: Begun): Promise<void> {
  const departs = Date.parse(TOMORROW);
  if (state === "cancelled") await world.call("DELETE", `/rides/${rideId}`, { as: host });
  if (state === "on-the-way") {
    world.world.now = new Date(departs + HOUR_MS);
    await sweepRides(world);
    const body = { lat: Number(CANARIES.position), lng: 7.85 };
    await world.call("PUT", `/rides/${rideId}/shares/position`, { as: host, body });
  }
  if (state !== "over" && state !== "disputed") return;
  world.world.now = new Date(departs + DAY_MS / 2);
  await world.call("POST", `/rides/${rideId}/complete`, { as: host });
  if (state === "over") return;
  const body = { fault: "host-absent", note: CANARIES.dispute };
  await world.call("POST", `/passages/${aboardId}/not-travelled`, { as: passenger, body });
}
