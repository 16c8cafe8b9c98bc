import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { hostRide, requestSeats } from "../../../test/fixtures/rides.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

interface Page {
  readonly items: SeatRequest[];
}

test("the host sees what is verified about a seeker and since when; the seeker is not told about themselves", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  const { seeker } = await requestSeats(app, ride, host);
  await app.db
    .updateTable("profile")
    .set({ phone_verified: true })
    .where("uid", "=", seeker.uid)
    .execute();
  const membership = { emailVerified: true, phoneVerified: true, memberSince: "2026-01" };
  const onRide = await app.call<Page>("GET", `/rides/${ride.id}/requests`, { as: host });
  expect(onRide.body.items).toMatchObject([{ seekerMembership: membership }]);
  const incoming = await app.call<Page>("GET", "/rides/incoming-requests", { as: host });
  expect(incoming.body.items).toMatchObject([{ seekerMembership: membership }]);
  const own = await app.call<Page>("GET", "/rides/my-requests", { as: seeker });
  expect(own.body.items[0]).not.toHaveProperty("seekerMembership");
});

test("the requests of a ride can be listed by status", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  const first = await requestSeats(app, ride, host);
  const second = await requestSeats(app, ride, host);
  await first.accept();
  const idsOf = async (status: string) => {
    const { body } = await app.call<Page>("GET", `/rides/${ride.id}/requests?status=${status}`, {
      as: host,
    });
    return body.items.map(({ id }) => id);
  };
  expect(await idsOf("accepted")).toEqual([first.response.body.id]);
  expect(await idsOf("pending")).toEqual([second.response.body.id]);
  expect(await idsOf("rejected")).toEqual([]);
});
