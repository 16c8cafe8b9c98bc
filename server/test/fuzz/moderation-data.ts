import type { Announcement, Invite } from "@commonlane/contract/community-admin";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { ContentRemoval } from "@commonlane/contract/moderation-shapes";
import { towns } from "../fixtures/rides.ts";
import type { TestUser, TestApp } from "../app/test-app.ts";
import type { Pools } from "./test-users.ts";

/** Records for moderators: a report, removed content and a removed rating, appeals, an announcement and an invite. */
export async function addModerationData(
  app: TestApp,
  { ada, bob, mo }: Record<"ada" | "bob" | "mo", TestUser>,
  pools: Pools,
): Promise<void> {
  const post = async <Body>(as: TestUser, path: string, body: object): Promise<Body> => {
    const reply = await app.call<Body>("POST", path, { as, body });
    if (reply.status >= 300)
      throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const reason = "It was reported.";
  await post(ada, "/reports", { about: { kind: "person", id: bob.uid }, reason: "scam" });
  const newest = app.db.selectFrom("report").select("id").orderBy("id", "desc").limit(1);
  pools.report.push((await newest.executeTakeFirstOrThrow()).id);
  for (const as of [ada, bob]) {
    await post(as, "/firebase-auth/update-profile", { bio: "I drive on Fridays." });
    const { id } = await post<ContentRemoval>(mo, "/moderation/content-removals", {
      about: { kind: "bio", id: as.uid },
      reason,
    });
    pools.hiding.push(id);
    if (as === ada) await post(as, `/content-removals/${id}/appeal`, { reason: "It is true." });
  }
  const { items: actions } = (
    await app.call<{ items: { id: string }[] }>("GET", "/moderation/actions", { as: mo })
  ).body;
  pools.action.push(...actions.map(({ id }) => id));
  // Ratings of Bob by Ada and of Ada by Bob, each part of a mutual pair.
  const [hidden, mutual] = pools.rating.slice(-5);
  await post(mo, `/moderation/ratings/${hidden}/hide`, { reason });
  await post(bob, `/ratings/${mutual}/appeal`, { reason: "It was another one." });
  const endsAt = new Date(app.now().getTime() + HOUR_MS).toISOString();
  pools.announcement.push(
    (await post<Announcement>(mo, "/moderation/announcements", { text: "Hello", endsAt })).id,
  );
  pools.invite.push((await post<Invite>(mo, "/moderation/invites", { label: "Friends" })).id);
}

/** An event, a calendar feed and a meeting point of Ada and of Bob. */
export async function addEventsAndFeeds(
  { call, now }: TestApp,
  people: readonly TestUser[],
  pools: Pools,
): Promise<void> {
  const [startsAt, endsAt] = [30, 40].map((hours) =>
    new Date(now().getTime() + hours * HOUR_MS).toISOString(),
  );
  for (const as of people) {
    const event = { title: "A concert", place: towns.koeln, startsAt, endsAt };
    pools.event.push((await call<{ id: string }>("POST", "/events", { as, body: event })).body.id);
    const { url } = (await call<{ url: string }>("POST", "/calendar-feed", { as, body: {} })).body;
    pools.feed.push(url.split("/").at(-2) ?? "");
    const point = {
      name: "Park and ride",
      kind: "parkAndRide",
      lat: towns.mainz.lat,
      lng: towns.mainz.lng,
    };
    pools["meeting-point"].push(
      (await call<{ id: string }>("POST", "/meeting-points", { as, body: point })).body.id,
    );
  }
}
