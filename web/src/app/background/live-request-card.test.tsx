import { expect, test } from "vitest";
import { ownActiveDriver } from "#features/active-drivers/active-drivers.queries.ts";
import { rideRequestById } from "#features/ride-requests/ride-requests.queries.ts";
import { testRequest as rideRequest } from "#features/ride-requests/test-data.ts";
import { incomingRequests } from "#features/seat-requests/seat-requests.queries.ts";
import { testRequest, testRide } from "#features/seat-requests/test-data.ts";
import { renderScreen } from "#shared/test/render-screen.tsx";
import { newestNotifications } from "../live/missed-request.ts";
import { LiveRequestCard } from "./LiveRequestCard.tsx";

const pending = { ...testRequest, status: "pending", ride: testRide };
const seatRequest = (address: string, items: readonly object[] = [pending]) =>
  renderScreen(<LiveRequestCard incoming={{ kind: "seat-request", id: pending.id }} />, address, {
    queryKey: incomingRequests("pending").queryKey,
    data: { pages: [{ items, nextCursor: null }], pageParams: [undefined] },
  });

test("a seat request can be answered on any screen, but not where it is shown anyway or once it is answered", async () => {
  const card = await seatRequest("/home");
  expect(card).toContain('aria-label="New request"');
  expect(card).toContain('aria-label="Accept J W."');
  expect(await seatRequest("/requests")).toBe("");
  expect(await seatRequest(`/rides/${testRide.id}`)).toBe("");
  expect(await seatRequest("/home", [])).toBe("");
});

const request = rideRequest();
const addressed = (address: string) =>
  renderScreen(
    <LiveRequestCard incoming={{ kind: "addressed", notificationId: "n" }} />,
    address,
    {
      queryKey: newestNotifications.queryKey,
      data: { items: [{ id: "n", path: `/requests/${request.id}` }], nextCursor: null },
    },
    { queryKey: rideRequestById(request.id).queryKey, data: request },
    {
      queryKey: ownActiveDriver.queryKey,
      data: { lat: request.origin.lat, lng: request.origin.lng + 0.1 },
    },
  );

test("a request to the driver shows its distance and leads to the offer", async () => {
  const card = await addressed("/home");
  expect(card).toMatch(/about 7\.\d km away/);
  expect(card).toContain(`href="/requests/${request.id}"`);
  expect(await addressed(`/requests/${request.id}`)).toBe("");
});
