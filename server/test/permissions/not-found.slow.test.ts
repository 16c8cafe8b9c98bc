import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createApp } from "#bootstrap/app.ts";
import { createAuthenticator } from "#modules/accounts/sessions/index.ts";
import { suspendAccount } from "#modules/accounts/index.ts";
import { RideIndex } from "#modules/rides/search/index.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { createCaller, createTestApp, type TestApp, type TestUser } from "../app/test-app.ts";
import { freiburgToKoeln, searchWholeDay } from "../fixtures/rides.ts";
import { buildRequest, CALLS, type RequestSpec } from "./requests.ts";
import { openRollbackDatabase } from "./rolled-back.ts";
import { createScenario, type Scenario } from "./scenario.ts";
import { event } from "./scenario-records.ts";

interface Reason {
  readonly hide: (app: TestApp, scene: Scenario, outsider: TestUser) => Promise<unknown>;
  /** Keys of the scenario that the outsider may see all the same. */
  readonly seen: readonly string[];
}

/** What everyone may see, and things of others. */
const OF_OTHERS = ["markId", "announcementId", "communityPointId", "madeRideId"];
const HOST = [...OF_OTHERS, "people", "publishedId"];

/** Why a user may not see the things of the host. */
const REASONS: Readonly<Record<string, Reason>> = {
  "an unlisted group": {
    seen: HOST,
    hide: async ({ db }, { groupId, people: { host } }) => {
      await db
        .updateTable("ride")
        .set({ members_of: groupId })
        .where("host_id", "=", host.uid)
        .execute();
      await db
        .updateTable("ride_request")
        .set({ members_of: groupId })
        .where("seeker_id", "=", host.uid)
        .execute();
      await db
        .updateTable("community_event")
        .set({ members_of: groupId })
        .where("creator_id", "=", host.uid)
        .execute();
    },
  },
  "another gender": {
    seen: [...HOST, "eventId"],
    hide: async ({ db }, { people: { host } }) => {
      const forOwn = { audience: "sameGender" } as const;
      await db
        .updateTable("profile")
        .set({ gender: "female" })
        .where("uid", "=", host.uid)
        .execute();
      await db
        .updateTable("ride")
        .set({ ...forOwn, host_gender: "female" })
        .where("host_id", "=", host.uid)
        .execute();
      await db
        .updateTable("ride_request")
        .set({ ...forOwn, seeker_gender: "female" })
        .where("seeker_id", "=", host.uid)
        .execute();
    },
  },
  "a block": {
    seen: OF_OTHERS,
    hide: (app, { people: { host } }, outsider) =>
      app.call("PUT", `/blocks/${outsider.uid}`, { as: host }),
  },
  "a suspension": {
    seen: OF_OTHERS,
    hide: (app, { people: { host } }) => suspendAccount(app.ctx, host.uid, "a test"),
  },
  "a removal by moderators": {
    seen: [...HOST, "eventId"],
    hide: async ({ db, clock }, { rideId, fullRideId, openRequestId, people: { host } }) => {
      const removal = {
        owner_uid: host.uid,
        reason: "A test",
        hidden_at: clock.now,
        original: null,
        hidden_until: null,
      };
      for (const [kind, subject_id] of [
        ["ride", rideId],
        ["ride", fullRideId],
        ["ride-request", openRequestId],
      ] as const)
        await db
          .insertInto("content_removal")
          .values({ ...removal, kind, subject_id })
          .execute();
    },
  },
};

/** Members report what they saw before they were blocked, or before it was removed. */
const EXCEPT: Readonly<Record<string, readonly string[]>> = {
  "a block": ["reports.create#ride"],
  "a suspension": ["reports.create#ride"],
  "a removal by moderators": ["reports.create#ride"],
};

/** Calls that take an id beside the ones in their path. */
const FURTHER: Readonly<Record<string, (scene: Scenario) => RequestSpec>> = {
  "requests along a ride": ({ rideId }) => get("/requests/nearby", { rideId }),
  "own requests on a ride": ({ rideId }) => get("/rides/my-requests", { rideId }),
  "an offer with a ride": ({ rideId, openRequestId }) =>
    post(`/rides/requests/${openRequestId}/offer`, { rideId, seats: 1 }),
  "a chat about a ride": ({ rideId, people }) =>
    post("/chat/conversations", { withUid: people.host.uid, rideId }),
  "a rating for a ride": ({ rideId, people }) =>
    post("/ratings", { rated_uid: people.host.uid, ride_id: rideId, rating: 5 }),
  "a meeting point of a ride": ({ rideId }) =>
    post("/meeting-points", { name: "Station", kind: "station", lat: 48, lng: 8, rideId }),
  "a preview for a group": ({ groupId }) =>
    post("/rides/preview", {
      ...freiburgToKoeln,
      departsAt: "2026-01-09T06:45:00.000Z",
      membersOf: groupId,
    }),
  "a ride for a group": ({ groupId }) =>
    post("/rides", {
      ...freiburgToKoeln,
      departsAt: "2026-01-09T06:45:00.000Z",
      membersOf: groupId,
    }),
  "a search for a group": ({ groupId }) =>
    get("/rides/search", { ...searchWholeDay, membersOf: groupId }),
  "an event for a group": ({ groupId }) => post("/events", { ...event, membersOf: groupId }),
  "a report of a request": ({ waitingId }) =>
    post("/reports", { about: { kind: "seat-request", id: waitingId }, reason: "scam" }),
  "a report of an offer": ({ offerId }) =>
    post("/reports", { about: { kind: "offer", id: offerId }, reason: "scam" }),
};

const get = (path: string, query: RequestSpec["query"]): RequestSpec => ({
  method: "GET",
  path,
  query,
  body: undefined,
});
const post = (path: string, body: object): RequestSpec => ({
  method: "POST",
  path,
  query: {},
  body,
});

const isId = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f-]{36}$/.test(value);

/** The same scenario with ids that nothing has. */
function withUnknownIds(scene: Scenario, seen: readonly string[]): Scenario {
  const ids = new Map<string, string>();
  const unknown = (text: string) => {
    const id = ids.get(text) ?? randomUUID();
    ids.set(text, id);
    return id;
  };
  const host = { ...scene.people.host, uid: unknown(scene.people.host.uid) };
  const entries = Object.entries(scene).map(([key, value]): [string, unknown] => {
    if (seen.includes(key)) return [key, value];
    if (key === "people") return [key, { ...scene.people, host }];
    return [key, isId(value) ? unknown(value) : value];
  });
  return { ...scene, ...Object.fromEntries(entries) };
}

test.each(Object.entries(REASONS))(
  "[domain/privacy:not-found] hidden by %s, everything answers as if it did not exist",
  { timeout: 180_000 },
  async (reason, { hide, seen }) => {
    const app = await createTestApp();
    const scene = await createScenario(app, "coming");
    const outsider = await app.createUser({ firstName: "Olga" });
    await hide(app, scene, outsider);
    const { db, undo } = openRollbackDatabase(app.connection);
    const http = createApp(
      { ...app.ctx, db },
      {
        authenticate: createAuthenticator(app.ctx),
        rides: new RideIndex(app.ctx),
        rateLimits: new RateLimits(undefined, 1e6),
      },
    );
    const call = createCaller(http);
    const unknown = withUnknownIds(scene, seen);

    const different: string[] = [];
    let compared = 0;
    for (const name of [...CALLS, ...Object.keys(FURTHER)]) {
      const build = FURTHER[name] ?? ((scene: Scenario) => buildRequest(name, scene, "stranger"));
      const known = build(scene);
      const missing = build(unknown);
      if (JSON.stringify(known) === JSON.stringify(missing) || EXCEPT[reason]?.includes(name))
        continue;
      const ask = ({ method, path, query, body }: typeof known) =>
        undo(async () => {
          const reply = await call(method, path, { as: outsider, query, body });
          const { requestId: _, ...shown } = reply.body ?? {};
          return JSON.stringify({ status: reply.status, shown });
        });
      const replies = [await ask(known), await ask(missing)];
      compared++;
      if (replies[0] !== replies[1]) different.push(`${name}: ${replies.join(" but unknown ")}`);
    }
    expect(different).toEqual([]);
    // Otherwise nothing would be compared.
    expect(compared).toBeGreaterThan(60);
  },
);
