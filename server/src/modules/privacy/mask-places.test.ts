import type { PublicProfile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { listMessages, openChat, sendMessage } from "../../../test/fixtures/chats.ts";
import { requestSeats, hostRide, towns } from "../../../test/fixtures/rides.ts";
import { waitForNotifications, listNotifications } from "../../../test/fixtures/notifications.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

const vehicle = {
  make: "mallory@gmail.com",
  model: "t.me/mallory",
  colour: "0170.1234567",
  plate: "FR-AB 1234",
  seats: 4,
};
const { seats: _, ...described } = vehicle;
const maskedVehicle = { make: "•••••", model: "•••••", colour: "•••••" };
const origin = {
  ...towns.freiburg,
  placeId: "491701234567",
  label: "WhatsApp +49 170 12345678, Freiburg",
};
/** Shown exactly, so that its label is visible at all. */
const shownOrigin = { ...origin, shown: "exact" };

test("strangers see no contact details in the places and the vehicle of a ride, passengers do", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const stranger = await app.createUser();
  const saved = await app.call<{ vehicles: { id: string }[] }>(
    "POST",
    "/firebase-auth/update-profile",
    {
      as: host,
      body: { vehicles: [vehicle] },
    },
  );
  const vehicleId = saved.body.vehicles[0]?.id;
  const ride = await hostRide(app, host, { origin: shownOrigin, vehicleId });
  const read = async (as: typeof host) =>
    (await app.call<Ride>("GET", `/rides/${ride.id}`, { as })).body;
  const masked = {
    origin: { label: "WhatsApp •••••, Freiburg", placeId: null },
    vehicle: maskedVehicle,
  };
  expect(await read(host)).toMatchObject({ origin, vehicle: described });
  expect(await read(stranger)).toMatchObject(masked);
  const listed = await app.call<{ items: Ride[] }>("GET", "/rides/all", { as: stranger });
  expect(listed.body.items).toMatchObject([masked]);
  const profile = await app.call<PublicProfile>("GET", `/profiles/${host.uid}`, { as: stranger });
  expect(profile.body.vehicles).toMatchObject([maskedVehicle]);
  const { accept, seeker } = await requestSeats(app, ride, host);
  await accept();
  expect(await read(seeker)).toMatchObject({ origin: { label: origin.label }, vehicle: described });
});

test("a notification names places without contact details", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, { origin: shownOrigin });
  const { reject, seeker } = await requestSeats(app, ride, host);
  await reject();
  await waitForNotifications(app.ctx);
  const notices = await listNotifications(app, seeker);
  expect(notices.map(({ text }) => text)).toEqual([
    expect.stringContaining("WhatsApp ••••• → Köln"),
  ]);
});

test("a place in a chat of strangers carries no number in its label or id", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const chat = await openChat(app, ada, bob);
  const place = { ...towns.bonn, placeId: "491701234567", label: "Bonn, t.me/ada" };
  await sendMessage(app, ada, chat, { place });
  const received = await listMessages(app, bob, chat);
  expect(received.map((message) => message.place)).toEqual([
    { ...towns.bonn, placeId: null, label: "Bonn, •••••" },
  ]);
});

test("a message that writes a number as a French date is masked, and says so to its sender", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  await requestSeats(app, ride, host, { message: "Bonjour, mon numero: 06.12.34.56.78" });
  const { body } = await app.call<{ items: SeatRequest[] }>("GET", `/rides/${ride.id}/requests`, {
    as: host,
  });
  expect(body.items.map(({ message }) => message)).toEqual(["Bonjour, mon numero: •••••"]);
});
