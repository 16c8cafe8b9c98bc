import { expect, test } from "vitest";
import { lea } from "#shared/test/browser-tabs.ts";
import {
  renderScreen,
  NETWORK_ERROR,
  NOT_FOUND,
  type QueryFixture,
} from "#shared/test/render-screen.tsx";
import { PostRequestScreen } from "./PostRequestScreen.tsx";
import { rideRequestById } from "../ride-requests.queries.ts";
import { testRequest } from "../test-data.ts";

const request = testRequest({ seekerId: lea.uid });
const { queryKey } = rideRequestById(request.id);
const changing = (read: Omit<QueryFixture, "queryKey">) =>
  renderScreen(<PostRequestScreen prefill={undefined} />, `/requests/new?change=${request.id}`, {
    queryKey,
    ...read,
  });

test("keeps the form if a refetch of the edited request fails", async () => {
  const html = await changing({ data: request, error: NETWORK_ERROR });
  expect(html).toContain("<form");
  expect(html).not.toContain("Try again");
});

test("offers a retry if the request fails to load, and a link if it does not exist", async () => {
  expect(await changing({ error: NETWORK_ERROR })).toContain("Try again");
  const missingRequest = await changing({ error: NOT_FOUND });
  expect(missingRequest).toContain("This request is no longer available");
  expect(missingRequest).toContain('href="/requests/new"');
  expect(missingRequest).not.toContain("Try again");
});
