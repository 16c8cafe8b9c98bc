import { expect, test } from "vitest";
import { renderScreen } from "#shared/test/render-screen.tsx";
import { requestsOfRide } from "../seat-requests.queries.ts";
import { testRequest, testRide } from "../test-data.ts";
import { DriverSheet } from "./DriverSheet.tsx";

const render = (items: readonly object[]) =>
  renderScreen(
    <DriverSheet
      ride={testRide}
      renderContact={({ id }) => <i>{`phone of ${id}`}</i>}
      renderPickup={({ id }) => <i>{`PIN of ${id}`}</i>}
    />,
    "/rides/x",
    {
      queryKey: requestsOfRide(testRide.id, "accepted").queryKey,
      data: { pages: [{ items, nextCursor: null }], pageParams: [undefined] },
    },
  );

test("the sheet has each stop with navigation, phone and PIN of those who get in, and the ride's chat", async () => {
  const html = await render([{ ...testRequest, id: "lea" }]);
  expect(html).toMatch(
    /Freiburg.*Navigate to Freiburg.*J W\..*gets in.*phone of lea.*PIN of lea.*Mainz.*Köln.*gets out/,
  );
  expect(html).toContain("Ride chat");
});

test("a passenger who has yet to confirm is marked, without a PIN or a chat", async () => {
  const html = await render([{ ...testRequest, id: "lea", confirmBy: "2026-11-21T05:00:00.000Z" }]);
  expect(html).toContain("Not confirmed yet");
  expect(html).not.toContain("PIN of lea");
  expect(html).not.toContain("Ride chat");
});

test("without passengers there is no sheet", async () => expect(await render([])).toBe(""));
