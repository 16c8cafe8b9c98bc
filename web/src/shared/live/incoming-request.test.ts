import { expect, test } from "vitest";
import { toIncomingRequest } from "./incoming-request.ts";

const id = "01a1fb9c-97b4-704a-9727-71e55b593734";
const seatRequest = { id, rideId: id, seekerId: "jonas" };
const notification = (kind: string) => ({
  type: "notification.created" as const,
  notification: { id, kind },
});

test("a new seat request, a request to this driver and an accepted offer are noticed, nothing else", () => {
  expect(toIncomingRequest({ type: "seat-request.created", seatRequest }, "amara")).toEqual({
    kind: "seat-request",
    id,
  });
  expect(toIncomingRequest({ type: "seat-request.created", seatRequest }, "jonas")).toBeUndefined();
  expect(
    toIncomingRequest({ type: "seat-request.withdrawn", seatRequest }, "amara"),
  ).toBeUndefined();
  expect(toIncomingRequest(notification("ride-request.addressed"), "amara")).toEqual({
    kind: "addressed",
    notificationId: id,
  });
  expect(toIncomingRequest(notification("offer.accepted"), "amara")).toEqual({
    kind: "accepted",
    notificationId: id,
  });
  expect(toIncomingRequest(notification("ride.tomorrow"), "amara")).toBeUndefined();
});
