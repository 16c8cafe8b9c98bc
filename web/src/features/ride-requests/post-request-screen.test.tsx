import { expect, test } from "vitest";
import { lea } from "#shared/session/test-tabs.ts";
import { drawn, NO_ANSWER, NOT_FOUND, type Read } from "#shared/test-screen.tsx";
import { PostRequestScreen } from "./PostRequestScreen.tsx";
import { oneRideRequest } from "./ride-requests.queries.ts";
import { testRequest } from "./test-requests.ts";

const request = testRequest({ seekerId: lea.uid });
const { queryKey } = oneRideRequest(request.id);
const changing = (read: Omit<Read, "queryKey">) =>
  drawn(<PostRequestScreen wish={undefined} />, `/requests/new?change=${request.id}`, { queryKey, ...read });

test("[ours/forms:read-failed] a form stays when the request that it changes cannot be read anew", async () => {
  const html = await changing({ data: request, error: NO_ANSWER });
  expect(html).toContain("<form");
  expect(html).not.toContain("Try again");
});

test("[ours/forms:read-failed] a request that cannot be read can be tried again, and from one that is none a way leads on", async () => {
  expect(await changing({ error: NO_ANSWER })).toContain("Try again");
  const none = await changing({ error: NOT_FOUND });
  expect(none).toContain("This request is not here any more");
  expect(none).toContain('href="/requests/new"');
  expect(none).not.toContain("Try again");
});
