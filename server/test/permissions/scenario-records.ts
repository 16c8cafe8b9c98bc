import { randomUUID } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Announcement, Invite } from "@commonlane/contract/community-admin";
import type { MeetingPoint } from "@commonlane/contract/meeting-points";
import type { ContentRemoval } from "@commonlane/contract/moderation-shapes";
import type { RideShare } from "@commonlane/contract/trip-safety";
import type { DataExport } from "@commonlane/contract/personal-data";
import type { StandbyEntry } from "@commonlane/contract/standby";
import type { TrustedContact } from "@commonlane/contract/trusted-contacts";
import { z } from "zod";
import { personalDataWorkers } from "#modules/personal-data/index.ts";
import { createPastRide } from "../fuzz/past-ride-data.ts";
import { decodeClaims } from "../fixtures/accounts.ts";
import { createCode, groupCalls, groupOf } from "../fixtures/groups.ts";
import { plantIdentity } from "../fixtures/institution-sign-in.ts";
import { requestSeats, hostRide, towns } from "../fixtures/rides.ts";
import { plantMark } from "../fixtures/trust-marks.ts";
import { ratingActions } from "../fixtures/shared-rides.ts";
import type { TestUser, TestApp } from "../app/test-app.ts";
import { CANARIES } from "./canaries.ts";

type People = Readonly<
  Record<"host" | "stranger" | "seeker" | "passenger" | "moderator", TestUser>
>;
export type ScenarioRecords = Awaited<ReturnType<typeof createSharedRecords>> &
  Awaited<ReturnType<typeof createHostRecords>>;
const REASON = { reason: "It was reported." };

/** Records of each kind that belong to a user of the scenario, besides the ride, the request and the chat. */
export async function createSharedRecords(app: TestApp, people: People, rideId: string) {
  return {
    ...(await createRatings(app, people)),
    ...(await createFullRide(app, people)),
    ...(await createModerationRecords(app, people)),
    ...(await createSafetyRecords(app, people, rideId)),
    ...(await createMeetingPoints(app, people)),
    ...(await createCalendarFeed(app, people)),
    ...(await createEvent(app, people)),
    ...(await createHostGroup(app, people)),
    ...(await createProgramRecords(app, people)),
    identityId: await plantIdentity(app, { uid: people.host.uid, subject: "host" }),
    markId: await plantMark(app, people.host.uid),
  };
}

const posting =
  ({ call }: TestApp) =>
  async <Body>(as: TestUser, path: string, body?: object): Promise<Body> => {
    const reply = await call<Body>("POST", path, { as, body });
    if (reply.status >= 300)
      throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };

/** The passenger's rating of the host before the host rated; a mutual pair with an appeal; and a removed rating. */
async function createRatings(app: TestApp, { host, passenger, moderator }: People) {
  const { rate } = ratingActions(app);
  const post = posting(app);
  const blind = await createPastRide(app, host, passenger);
  const both = await createPastRide(app, host, passenger);
  const hidden = await createPastRide(app, host, passenger);
  const giveRating = async (
    as: TestUser,
    of: TestUser,
    { rideId }: { rideId: string },
    comment = "Calm at the wheel.",
  ) => (await rate(as, of, { ride_id: rideId, comment })).body.id;
  const blindId = await giveRating(passenger, host, blind, CANARIES.blind);
  const publishedId = await giveRating(passenger, host, both);
  const appealedId = await giveRating(host, passenger, both);
  const hiddenId = await giveRating(passenger, host, hidden);
  await giveRating(host, passenger, hidden);
  await post(passenger, `/ratings/${appealedId}/appeal`, { reason: "It was another one." });
  await post(moderator, `/moderation/ratings/${hiddenId}/hide`, REASON);
  return { blindId, publishedId, appealedId, hiddenId };
}

/** A full ride with a seat reserved for the seeker, and the stranger in the standby queue. */
async function createFullRide(app: TestApp, { host, passenger, seeker, stranger }: People) {
  const overrides = {
    departsAt: "2026-01-04T06:45:00.000Z",
    approval: "instant",
    seatsTotal: 1,
    contribution: null,
  };
  const ride = await hostRide(app, host, overrides);
  const booked = await requestSeats(app, ride, host, {}, passenger);
  const joinStandby = (as: TestUser) =>
    posting(app)<StandbyEntry>(as, `/rides/${ride.id}/standby`, {});
  await joinStandby(seeker);
  const { id: standbyId } = await joinStandby(stranger);
  await booked.end();
  const held = app.db.selectFrom("seat_request").select("id").where("reserved", "=", true);
  return { fullRideId: ride.id, standbyId, heldId: (await held.executeTakeFirstOrThrow()).id };
}

/** Moderator actions that can be undone, and open cases. */
async function createModerationRecords(app: TestApp, { host, passenger, moderator }: People) {
  const post = posting(app);
  const hideBio = async (of: TestUser) => {
    await post(of, "/firebase-auth/update-profile", { bio: "I drive on Fridays." });
    const bio = { about: { kind: "bio", id: of.uid }, ...REASON };
    return (await post<ContentRemoval>(moderator, "/moderation/content-removals", bio)).id;
  };
  const hidingId = await hideBio(host);
  const appealedHidingId = await hideBio(passenger);
  await post(passenger, `/content-removals/${appealedHidingId}/appeal`, { reason: "It is true." });
  const announcement = await post<Announcement>(moderator, "/moderation/announcements", {
    text: "Hello",
  });
  const invite = await post<Invite>(moderator, "/moderation/invites", { label: "Friends" });
  const { id: actionId } = await app.db
    .selectFrom("moderator_action")
    .select("id")
    .where("subject_id", "=", hidingId)
    .executeTakeFirstOrThrow();
  return {
    hidingId,
    appealedHidingId,
    actionId,
    announcementId: announcement.id,
    inviteId: invite.id,
  };
}

/** A meeting point of the host, and one of the community. */
async function createMeetingPoints(app: TestApp, { host, moderator }: People) {
  const post = posting(app);
  const point = { name: "Beside the station", lat: 48.0, lng: 7.84 };
  const { id: meetingPointId } = await post<MeetingPoint>(host, "/meeting-points", point);
  const { id: communityPointId } = await post<MeetingPoint>(
    moderator,
    "/moderation/meeting-points",
    point,
  );
  return { meetingPointId, communityPointId };
}

/** Safety features of the host: a link to follow the ride, and an invited trusted contact. */
async function createSafetyRecords(app: TestApp, { host }: People, rideId: string) {
  const post = posting(app);
  const { id: shareId, url } = await post<RideShare & { url: string }>(
    host,
    `/rides/${rideId}/shares`,
  );
  const email = `mo${CANARIES.contact}`;
  const { id: contactId } = await post<TrustedContact>(host, "/trusted-contacts", {
    name: "Mo",
    email,
  });
  const link = app.mail.find(({ to }) => to === email)?.action?.url ?? "";
  return { shareId, shareToken: endOf(url), contactId, contactToken: endOf(link) };
}
/** The token of a link follows its last separator. */
const endOf = (url: string) => decodeURIComponent(/[^#=/]+$/.exec(url)?.[0] ?? "");

/** A session and a data export of the host, who is an active driver; created last. */
export async function createHostRecords(app: TestApp, host: TestUser) {
  const post = posting(app);
  const { lat, lng } = towns.freiburg;
  await post(host, "/rides/active-drivers", { lat, lng, seats: 2 });
  await app.jobs.waiting(app.db);
  const { id: exportId } = await post<DataExport>(host, "/identity/exports");
  await app.jobs.runDue(app.ctx, personalDataWorkers);
  const passkey = {
    public_key: Buffer.from("x"),
    counter: 0,
    transports: [],
    synced: false,
    created_at: app.ctx.now(),
  };
  const { id: passkeyId } = await app.db
    .insertInto("passkey")
    .values({ ...passkey, uid: host.uid, credential_id: "x", name: "A phone" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { exportId, passkeyId, sessionId: z.string().parse(decodeClaims(host.token)["sid"]) };
}

/** What programs and other communities have here: a key of the host's, a webhook with a delivery, a receiver, a neighbour. */
async function createProgramRecords({ db, clock }: TestApp, { host }: People) {
  const created_at = clock.now;
  const apiKey = {
    uid: host.uid,
    name: "A program",
    key_hash: "a key",
    created_at,
    expires_at: new Date(created_at.getTime() + DAY_MS),
  };
  const webhook = { name: "A chat room", url: "https://chat.example/hook", created_at };
  const receiver = { name: "A planner", format: "gtfs", key_hash: "a key", created_at } as const;
  const neighbour = {
    kind: "covoiturage",
    url: "https://neighbour.example",
    website_url: "https://neighbour.example",
    name: "The next town",
    sealed_api_key: "sealed",
    areas: "[]",
    approved_here: true,
    approved_there: true,
    created_at,
  } as const;

  const webhookId = await idOf(
    db
      .insertInto("webhook")
      .values({ ...webhook, types: ["ride.listed"] })
      .returning("id"),
  );
  const delivery = { webhook_id: webhookId, type: "ride.listed", about_id: randomUUID() } as const;
  return {
    webhookId,
    deliveryId: await idOf(
      db
        .insertInto("webhook_delivery")
        .values({ ...delivery, status: "failed", created_at })
        .returning("id"),
    ),
    apiKeyId: await idOf(
      db
        .insertInto("api_key")
        .values({ ...apiKey, scopes: ["rides:read"] })
        .returning("id"),
    ),
    receiverId: await idOf(db.insertInto("feed_receiver").values(receiver).returning("id")),
    neighbourId: await idOf(db.insertInto("neighbour").values(neighbour).returning("id")),
  };
}

const idOf = async (insert: { executeTakeFirstOrThrow: () => Promise<{ id: string }> }) =>
  (await insert.executeTakeFirstOrThrow()).id;

/** The host's calendar feed. */
async function createCalendarFeed(app: TestApp, { host }: People) {
  const { url } = await posting(app)<{ url: string }>(host, "/calendar-feed", {});
  return { feedToken: url.split("/").at(-2) };
}

/** An event of the host, with a contact detail in its description. */
async function createEvent(app: TestApp, { host }: People) {
  const { id } = await posting(app)<{ id: string }>(host, "/events", {
    ...event,
    description: CANARIES.hostsWords,
  });
  return { eventId: id };
}

/** A group of the host that is not listed: the passenger belongs to it, and the seeker has asked to. */
async function createHostGroup(app: TestApp, { host, passenger, seeker }: People) {
  const values = groupOf({ name: CANARIES.group, joining: "approval", isListed: false });
  const { id: groupId } = await posting(app)<{ id: string }>(host, "/groups", values);
  const groupCode = await createCode(app, host, groupId);
  for (const as of [passenger, seeker]) await groupCalls(app).accept(as, groupCode);
  await groupCalls(app).decide(host, groupId, passenger.uid);
  return { groupId, groupCode };
}

/** Two days in Mainz. */
export const event = {
  title: "A conference",
  place: towns.mainz,
  startsAt: "2026-01-20T09:00:00.000Z",
  endsAt: "2026-01-21T16:00:00.000Z",
};
