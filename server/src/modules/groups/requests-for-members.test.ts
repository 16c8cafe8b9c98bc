import type { NearbyRequest, RideRequest } from "@commonlane/contract/ride-requests";
import type { Ride } from "@commonlane/contract/rides";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { findConcernedByRequests } from "#modules/ride-requests/index.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { openMark, waitForMembershipLoss } from "../../../test/fixtures/audiences.ts";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import { waitForAlerts } from "../../../test/fixtures/alerts.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { createOffer, hostRide, postRequest, towns } from "../../../test/fixtures/rides.ts";

const near = { lat: towns.karlsruhe.lat, lng: towns.karlsruhe.lng };

async function openRequest() {
  const app = await createTestApp();
  const members = await openMark(app);
  const seeker = await members.createMember();
  const driver = await members.createMember();
  const outsider = await app.createUser();
  const request = await postRequest(app, seeker, { membersOf: members.mark.id });
  return { app, ...members, seeker, driver, outsider, request };
}

async function findEverywhere(app: TestApp, as: TestUser, { id }: RideRequest, ride: Ride) {
  const list = async (query: object) =>
    (
      await app.call<{ items: NearbyRequest[] }>("GET", "/requests/nearby", {
        as,
        query: { ...query },
      })
    ).body.items.length;
  return {
    nearby: await list(near),
    along: await list({ rideId: ride.id }),
    page: (await app.call("GET", `/requests/${id}`, { as })).status,
  };
}

test("[domain/audience:requests] only members find a request to them and can answer it; the ride that results is for them too", async () => {
  const { app, mark, seeker, driver, outsider, request } = await openRequest();
  expect(request.membersOf).toEqual({ id: mark.id, kind: "mark", name: mark.name });
  const own = await hostRide(app, driver);
  const foreign = await hostRide(app, outsider);
  expect(await findEverywhere(app, driver, request, own)).toEqual({
    nearby: 1,
    along: 1,
    page: 200,
  });
  expect(await findEverywhere(app, outsider, request, foreign)).toEqual({
    nearby: 0,
    along: 0,
    page: 404,
  });
  const report = (as: TestUser) =>
    app.call("POST", "/reports", {
      as,
      body: { about: { kind: "ride-request", id: request.id }, reason: "spam" },
    });
  expect([(await report(outsider)).status, (await report(driver)).status]).toEqual([404, 201]);
  const refused = await createOffer(app, request, seeker, {}, outsider);
  expect([refused.made.status, refused.made.body.code]).toEqual([404, "not_found"]);
  await app.call("DELETE", `/rides/${own.id}`, { as: driver });
  const offer = await createOffer(app, request, seeker, {}, driver);
  expect(offer.made.status).toBe(201);
  const accepted = await offer.accept();
  expect(accepted.status).toBe(200);
  const ride = await app.call<Ride>("GET", `/rides/${accepted.body.rideId}`, { as: seeker });
  expect(ride.body.membersOf?.id).toBe(mark.id);
});

test("[domain/audience:requests] a host who offers rides to members finds requests of members only", async () => {
  const { app, mark, driver, outsider, createMember } = await openRequest();
  const ride = await hostRide(app, driver, { membersOf: mark.id });
  await postRequest(app, outsider);
  await postRequest(app, await createMember());
  const { body } = await app.call<{ items: NearbyRequest[] }>("GET", "/requests/nearby", {
    as: driver,
    query: { rideId: ride.id },
  });
  expect(body.items).toHaveLength(2);
});

test("[domain/audience:requests] alerts about a request to members reach hosts among them only", async () => {
  const { app, mark, driver, outsider, createMember } = await openRequest();
  await hostRide(app, driver);
  await hostRide(app, outsider);
  await waitForAlerts(app.ctx);
  advanceClock(app, 60);
  await postRequest(app, await createMember(), { membersOf: mark.id });
  await waitForAlerts(app.ctx);
  expect(kindsOf(await listNotifications(app, driver))).toContain("ride-request.alerted");
  expect(kindsOf(await listNotifications(app, outsider))).toEqual([]);
});

test("[domain/audience:lost] a seeker who loses the mark asks its members no longer; a driver who lost it cannot be accepted", async () => {
  const { app, seeker, driver, request, withdraw, grant } = await openRequest();
  const offer = await createOffer(app, request, seeker, {}, driver);
  await withdraw(driver.uid);
  expect(await offer.accept()).toMatchObject({ status: 403, body: { code: "audience_closed" } });
  await grant(driver.uid);
  await withdraw(seeker.uid);
  await waitForMembershipLoss(app);
  const { body: own } = await app.call<RideRequest>("GET", `/requests/${request.id}`, {
    as: seeker,
  });
  expect(own.status).toBe("cancelled");
  const offers = await app.db.selectFrom("offer").select("status").execute();
  expect(offers).toEqual([{ status: "declined" }]);
});

test("[domain/privacy:live] only those who may see a request are told that the lists of requests have changed", async () => {
  const { app, seeker, driver, outsider, request } = await openRequest();
  const blocked = await app.createUser();
  const open = await postRequest(app, seeker, { destination: towns.mainz });
  await app.call("PUT", `/blocks/${blocked.uid}`, { as: seeker });
  await app.waitForEvents();
  const { rows } = await sql<{ details: { rideRequestId: string } }>`
    select details from event where type = 'ride-requests.changed' order by id`.execute(app.db);
  expect(rows.map(({ details }) => details.rideRequestId)).toEqual([request.id, open.id]);

  const uids = [driver, outsider, blocked].map(({ uid }) => uid);
  const concernedBy = async ({ id }: { id: string }) => {
    const payload = { type: "ride-requests.changed", rideRequestId: id } as const;
    const event = { xid: "1", id: 1, at: app.clock.now, topic: "ride-requests", payload } as const;
    return [...(await findConcernedByRequests(app.ctx, [event], uids))];
  };
  expect(await concernedBy(request)).toEqual([driver.uid]);
  expect((await concernedBy(open)).toSorted()).toEqual([driver.uid, outsider.uid].toSorted());
});
