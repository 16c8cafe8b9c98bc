import type { Profile } from "@commonlane/contract/profiles";
import { giveRole } from "#modules/moderation/index.ts";
import { suspendAccount } from "#modules/accounts/index.ts";
import { allChatted, openChat, send } from "../chats.ts";
import { askForSeats, hostRide, karlsruheToBonn, offerOn, postRequest, TOMORROW, towns } from "../journeys.ts";
import { noticesOf } from "../notices.ts";
import type { Person, World } from "../world.ts";

export const ROLES = [
  "nobody",
  "stranger",
  "seeker",
  "passenger",
  "host",
  "blocked",
  "suspended",
  "ended",
  "moderator",
] as const;
export type Role = (typeof ROLES)[number];
export const STATES = ["coming", "over", "cancelled"] as const;
export type State = (typeof STATES)[number];

/** What only some may read, and where it is hidden in the scene. */
export const CANARIES = {
  surname: "Canaryname",
  email: "@example.org",
  phone: "+4930998877665",
  birthDate: "1971-03-19",
  plate: "CANARY PLATE",
  exactPlace: "Canary Lane 7",
  exactLat: "49.01947",
  // How a line begins that begins there.
  exactLine: "ubejHemjr@",
  // Where the seeker, who is not answered yet, wants to get in.
  askedPlace: "Waiting Alley 3",
  askedLat: "49.97123",
  chat: "canary of a chat",
  ask: "canary of an ask",
  search: "canary of a search",
  // How to reach them, in the words of the host, of the seeker, who is not answered yet, and of who offers a ride.
  hostsWords: "hedy@canary.example",
  askersWords: "sue@canary.example",
  offerersWords: "stan@canary.example",
} as const;
export type Canary = keyof typeof CANARIES;

const EXACT = { label: CANARIES.exactPlace, lat: 49.01947, lng: 8.41443 };
const ASKED = { label: CANARIES.askedPlace, lat: 49.97123, lng: 8.27317 };
const LATER = { departsAfter: "2026-01-06T06:00:00.000Z", departsBefore: "2026-01-06T12:00:00.000Z" };
const DAY_MS = 86_400_000;

export interface Scene {
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
  const vehicleId = await describe(world, host);
  const ride = await hostRide(world, host, { vehicleId, note: hostsWords });
  const waiting = await askForSeats(world, ride, host, { message: `${ask}, ${askersWords}`, pickup: ASKED }, seeker);
  const aboard = await askForSeats(world, ride, host, {}, passenger);
  await aboard.accept();
  const wish = await postRequest(world, host, { origin: EXACT, note: hostsWords });
  const offer = await offerOn(world, wish, host, { message: offerersWords }, stranger);
  const matched = await postRequest(world, host, { ...karlsruheToBonn, ...LATER, origin: EXACT });
  const accepted = await offerOn(world, matched, host, { departsAt: LATER.departsAfter, seats: 2 }, passenger);
  const agreed = await accepted.accept();
  const kept = await keptThings(world, host);
  const chat = await openChat(world, host, passenger);
  const message = (await send(world, passenger, chat, CANARIES.chat)).body.id;
  await allChatted(world.ctx);
  await noticesOf(world, host);
  await world.call("PUT", `/blocks/${blocked.uid}`, { as: host });
  await suspendAccount(world.ctx, suspended.uid, "a test");
  await world.call("POST", "/identity/sign-out-everywhere", { as: ended, body: {} });
  await bringAbout(world, state, { host, rideId: ride.id });
  return {
    people: { stranger, seeker, passenger, host, blocked, suspended, ended, moderator },
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
  };
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
    body: { phone, phoneShared: true, birthDate, bio, vehicles },
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

async function bringAbout(world: World, state: State, { host, rideId }: { host: Person; rideId: string }) {
  if (state === "cancelled") await world.call("DELETE", `/rides/${rideId}`, { as: host });
  if (state !== "over") return;
  world.world.now = new Date(Date.parse(TOMORROW) + DAY_MS / 2);
  await world.call("POST", `/rides/${rideId}/complete`, { as: host });
}
