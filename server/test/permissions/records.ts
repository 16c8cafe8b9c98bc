import type { Announcement, Invite } from "@commonlane/contract/community-calls";
import type { Hiding } from "@commonlane/contract/moderated";
import type { RideShare } from "@commonlane/contract/on-the-way";
import type { DataExport } from "@commonlane/contract/own-data";
import type { StandbyPlace } from "@commonlane/contract/standby";
import type { TrustedContact } from "@commonlane/contract/trusted-contacts";
import { z } from "zod";
import { dataRightsWorkers } from "#modules/data-rights/index.ts";
import { past } from "../fuzz/shared.ts";
import { claimsOf } from "../identity.ts";
import { askForSeats, hostRide, towns } from "../journeys.ts";
import { callsOf } from "../shared-rides.ts";
import type { Person, World } from "../world.ts";
import { CANARIES } from "./canaries.ts";

type People = Readonly<Record<"host" | "stranger" | "seeker" | "passenger" | "moderator", Person>>;
export type Records = Awaited<ReturnType<typeof keepRecords>> & Awaited<ReturnType<typeof keepOwn>>;
const REASON = { reason: "It was reported." };

/** One of each kind of what belongs to somebody here and stands beside the ride, the request and the chat. */
export async function keepRecords(world: World, people: People, rideId: string) {
  return {
    ...(await rated(world, people)),
    ...(await full(world, people)),
    ...(await moderated(world, people)),
    ...(await watched(world, people, rideId)),
  };
}

const posting =
  ({ call }: World) =>
  async <Body>(as: Person, path: string, body?: object): Promise<Body> => {
    const reply = await call<Body>("POST", path, { as, body });
    if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };

/** What the passenger said of the host before the host said anything; what both said, with an appeal; and what was hidden. */
async function rated(world: World, { host, passenger, moderator }: People) {
  const { rate } = callsOf(world);
  const post = posting(world);
  const [blind, both, hidden] = [
    await past(world, host, passenger),
    await past(world, host, passenger),
    await past(world, host, passenger),
  ];
  const say = async (as: Person, of: Person, { rideId }: { rideId: string }, comment = "Calm at the wheel.") =>
    (await rate(as, of, { ride_id: rideId, comment })).body.id;
  const blindId = await say(passenger, host, blind, CANARIES.blind);
  const [publishedId, appealedId] = [await say(passenger, host, both), await say(host, passenger, both)];
  const [hiddenId] = [await say(passenger, host, hidden), await say(host, passenger, hidden)];
  await post(passenger, `/ratings/${appealedId}/appeal`, { reason: "It was another one." });
  await post(moderator, `/moderation/ratings/${hiddenId}/hide`, REASON);
  return { blindId, publishedId, appealedId, hiddenId };
}

/** A full ride with a seat that is held for the seeker, and the stranger in line. */
async function full(world: World, { host, passenger, seeker, stranger }: People) {
  const said = { departsAt: "2026-01-04T06:45:00.000Z", approval: "instant", seatsTotal: 1, contribution: null };
  const ride = await hostRide(world, host, said);
  const booked = await askForSeats(world, ride, host, {}, passenger);
  const wait = (as: Person) => posting(world)<StandbyPlace>(as, `/rides/${ride.id}/standby`, {});
  await wait(seeker);
  const { id: standbyId } = await wait(stranger);
  await booked.end();
  const held = world.db.selectFrom("seat_request").select("id").where("held", "=", true);
  return { fullRideId: ride.id, standbyId, heldId: (await held.executeTakeFirstOrThrow()).id };
}

/** What moderators did that can be undone, and what waits for them. */
async function moderated(world: World, { host, passenger, moderator }: People) {
  const post = posting(world);
  const hideBio = async (of: Person) => {
    await post(of, "/firebase-auth/update-profile", { bio: "I drive on Fridays." });
    const bio = { about: { kind: "bio", id: of.uid }, ...REASON };
    return (await post<Hiding>(moderator, "/moderation/hidings", bio)).id;
  };
  const [hidingId, appealedHidingId] = [await hideBio(host), await hideBio(passenger)];
  await post(passenger, `/hidings/${appealedHidingId}/appeal`, { reason: "It is true." });
  const announcement = await post<Announcement>(moderator, "/moderation/announcements", { text: "Hello" });
  const invite = await post<Invite>(moderator, "/moderation/invites", { label: "Friends" });
  return { hidingId, appealedHidingId, announcementId: announcement.id, inviteId: invite.id };
}

/** By whom the host is watched over: a link to follow them on the ride, and a trusted contact who was asked. */
async function watched(world: World, { host }: People, rideId: string) {
  const post = posting(world);
  const { id: shareId, url } = await post<RideShare & { url: string }>(host, `/rides/${rideId}/shares`);
  const email = `mo${CANARIES.contact}`;
  const { id: contactId } = await post<TrustedContact>(host, "/trusted-contacts", { name: "Mo", email });
  const letter = world.mail.find(({ to }) => to === email)?.action?.url ?? "";
  return { shareId, shareToken: endOf(url), contactId, contactToken: endOf(letter) };
}
/** What opens a link stands behind its last sign. */
const endOf = (url: string) => decodeURIComponent(/[^#=/]+$/.exec(url)?.[0] ?? "");

/** A session and a file of the host's, who can be found on the map; made while nothing else is to be done. */
export async function keepOwn(world: World, host: Person) {
  const post = posting(world);
  const { lat, lng } = towns.freiburg;
  await post(host, "/rides/active-drivers", { lat, lng, seats: 2 });
  await world.jobs.waiting(world.db);
  const { id: exportId } = await post<DataExport>(host, "/identity/exports");
  await world.jobs.runDue(world.ctx, dataRightsWorkers);
  return { exportId, sessionId: z.string().parse(claimsOf(host.token)["sid"]) };
}
