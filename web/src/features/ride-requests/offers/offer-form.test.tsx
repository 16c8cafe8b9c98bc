import { expect, test } from "vitest";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { NETWORK_ERROR, renderScreen } from "#shared/test/render-screen.tsx";
import { fittingRides } from "../ride-requests.queries.ts";
import { BONN, KARLSRUHE, testId, testRequest } from "../test-data.ts";
import { OfferForm } from "./OfferForm.tsx";

const request = testRequest();
const fitting = (n: number, departsAt: string) => ({
  ride: {
    id: testId(n),
    origin: KARLSRUHE,
    destination: BONN,
    departsAt,
    timeZone: "Europe/Berlin",
  },
  pickupAt: departsAt,
  dropoffAt: departsAt,
  detourM: 2000,
  detourS: 240,
  contribution: null,
});
const rides = {
  items: [fitting(10, "2026-01-02T07:00:00.000Z"), fitting(11, "2026-01-02T09:00:00.000Z")],
};
const render = (address: string, items: object = rides) =>
  renderScreen(
    <OfferForm request={request} />,
    address,
    { queryKey: fittingRides(request.id).queryKey, data: items },
    { queryKey: ownProfile.queryKey, error: NETWORK_ERROR },
  );

test("the offer starts with the ride that fits best, and names its cost", async () => {
  const html = await render(`/requests/${request.id}`);
  expect(html).toMatch(new RegExp(`<option value="${testId(10)}" selected=""`));
  expect(html).toContain("+4 min and 2 km for you, pickup around 08:00.");
  expect(html).not.toContain("fit this request");
});

test("the ride that the driver came with is chosen if it fits, and otherwise it is said", async () => {
  expect(await render(`/requests/${request.id}?ride=${testId(11)}`)).toMatch(
    new RegExp(`<option value="${testId(11)}" selected=""`),
  );
  expect(await render(`/requests/${request.id}?ride=${testId(12)}`)).toContain("fit this request");
});

test("without a ride that fits, a new one is offered", async () => {
  const html = await render(`/requests/${request.id}`, { items: [] });
  expect(html).not.toContain("Which ride");
  expect(html).toContain("Departure");
});
