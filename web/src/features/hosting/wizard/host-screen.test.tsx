import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lea } from "#shared/test/browser-tabs.ts";
import {
  renderScreen,
  NETWORK_ERROR,
  NOT_FOUND,
  type QueryFixture,
} from "#shared/test/render-screen.tsx";
import { HostScreen } from "./HostScreen.tsx";
import { ownTemplates, rideToChange } from "../hosting.queries.ts";
import { testRide } from "../test-data.ts";

// Like a browser without WebGL.
beforeEach(
  () => void vi.stubGlobal("document", { createElement: () => ({ getContext: () => null }) }),
);
afterEach(() => void vi.unstubAllGlobals());

const ride = { ...testRide, hostId: lea.uid };
const { queryKey } = rideToChange(ride.id);
const changing = (read: Omit<QueryFixture, "queryKey">) =>
  renderScreen(<HostScreen prefill={undefined} />, `/host?ride=${ride.id}`, { queryKey, ...read });
const fromTemplate = (read: Omit<QueryFixture, "queryKey">) =>
  renderScreen(<HostScreen prefill={undefined} />, "/host?template=t1", {
    queryKey: ownTemplates.queryKey,
    ...read,
  });

test("keeps the form if a refetch of the edited ride fails", async () => {
  const html = await changing({ data: ride, error: NETWORK_ERROR });
  expect(html).toContain("<form");
  expect(html).not.toContain("Try again");
});

test("offers a retry if the ride fails to load, and a link if it does not exist", async () => {
  expect(await changing({ error: NETWORK_ERROR })).toContain("Try again");
  const missingRide = await changing({ error: NOT_FOUND });
  expect(missingRide).toContain("This ride is no longer available");
  expect(missingRide).toContain('href="/host"');
  expect(missingRide).not.toContain("Try again");
});

test("distinguishes a missing template from one that failed to load", async () => {
  const missingTemplate = await fromTemplate({ data: { items: [] } });
  expect(missingTemplate).toContain("This template no longer exists.");
  expect(missingTemplate).toContain("<form");
  const unreadTemplate = await fromTemplate({ error: NETWORK_ERROR });
  expect(unreadTemplate).toContain("Try again");
  expect(unreadTemplate).not.toContain("<form");
});
