import { HOUR_MS } from "@commonlane/contract/durations";
import type { RideContact } from "@commonlane/contract/ride-contacts";
import { expect, test } from "vitest";
import { arrivalMs, requestSeats } from "../../../test/fixtures/rides.ts";
import { createBookedRide } from "../../../test/fixtures/shared-rides.ts";
import type { TestUser } from "../../../test/app/test-app.ts";

async function openRide() {
  const shared = await createBookedRide();
  const { app, ride, host, passenger } = shared;
  const say = (as: TestUser, body: object) =>
    app.call("POST", "/firebase-auth/update-profile", { as, body });
  await say(host, { phone: "+4930998877665", phoneShared: true });
  await say(passenger, { phone: "+4930112233445", phoneShared: true });
  const phones = async (as: TestUser) =>
    (
      await app.call<{ items: RideContact[] }>("GET", `/rides/${ride.id}/contacts`, { as })
    ).body.items.map(({ phone }) => phone);
  return { ...shared, say, phones };
}

test("[domain/privacy:phone] shows host and passenger each other's shared number from the acceptance on, and to no one else", async () => {
  const { app, host, passenger, ride, say, phones, ask } = await openRide();
  const waiting = await requestSeats(app, ride, host);
  await say(waiting.seeker, { phone: "+4930555666777", phoneShared: true });
  expect(await phones(host)).toEqual(["+4930112233445"]);
  expect(await phones(passenger)).toEqual(["+4930998877665"]);
  for (const as of [waiting.seeker, await app.createUser()]) expect(await phones(as)).toEqual([]);
  await waiting.accept();
  expect(await phones(waiting.seeker)).toEqual(["+4930998877665"]);
  expect(await phones(passenger)).toEqual(["+4930998877665"]);
  await say(host, { phoneShared: false });
  expect(await phones(passenger)).toEqual([]);
  await ask.end();
  expect(await phones(host)).toEqual(["+4930555666777"]);
});

test("[domain/privacy:phone-gone] hides the number a day after the ride, and at once after a block", async () => {
  const { app, host, passenger, ride, phones, setClock } = await openRide();
  const arrival = arrivalMs(ride);
  setClock(arrival + 24 * HOUR_MS - 1000);
  expect(await phones(passenger)).toHaveLength(1);
  await app.call("PUT", `/blocks/${passenger.uid}`, { as: host });
  expect([await phones(host), await phones(passenger)]).toEqual([[], []]);
  await app.call("DELETE", `/blocks/${passenger.uid}`, { as: host });
  expect(await phones(host)).toHaveLength(1);
  setClock(arrival + 24 * HOUR_MS);
  expect([await phones(host), await phones(passenger)]).toEqual([[], []]);
});
