import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lea } from "#shared/session/test-tabs.ts";
import { drawn, NO_ANSWER, NOT_FOUND, type Read } from "#shared/test-screen.tsx";
import { HostScreen } from "./HostScreen.tsx";
import { ownTemplates, rideToChange } from "./hosting.queries.ts";
import { testRide } from "./test-ride.ts";

// As in a browser that cannot draw maps.
beforeEach(() => void vi.stubGlobal("document", { createElement: () => ({ getContext: () => null }) }));
afterEach(() => void vi.unstubAllGlobals());

const ride = { ...testRide, hostId: lea.uid };
const { queryKey } = rideToChange(ride.id);
const changing = (read: Omit<Read, "queryKey">) =>
  drawn(<HostScreen wish={undefined} />, `/host?ride=${ride.id}`, { queryKey, ...read });
const fromTemplate = (read: Omit<Read, "queryKey">) =>
  drawn(<HostScreen wish={undefined} />, "/host?template=t1", { queryKey: ownTemplates.queryKey, ...read });

test("[ours/forms:read-failed] a form stays when the ride that it changes cannot be read anew", async () => {
  const html = await changing({ data: ride, error: NO_ANSWER });
  expect(html).toContain("<form");
  expect(html).not.toContain("Try again");
});

test("[ours/forms:read-failed] a ride that cannot be read can be tried again, and from one that is none a way leads on", async () => {
  expect(await changing({ error: NO_ANSWER })).toContain("Try again");
  const none = await changing({ error: NOT_FOUND });
  expect(none).toContain("This ride is not here any more");
  expect(none).toContain('href="/host"');
  expect(none).not.toContain("Try again");
});

test("[ours/forms:read-failed] of a template it is said that it is gone, or that it could not be read", async () => {
  const gone = await fromTemplate({ data: { items: [] } });
  expect(gone).toContain("This template is not there any more.");
  expect(gone).toContain("<form");
  const unread = await fromTemplate({ error: NO_ANSWER });
  expect(unread).toContain("Try again");
  expect(unread).not.toContain("<form");
});
