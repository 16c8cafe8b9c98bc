import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { rideById } from "#features/rides/rides.queries.ts";
import { driverStops } from "#features/seat-requests/driver-sheet/driver-stops.ts";
import { requestsOfRide } from "#features/seat-requests/seat-requests.queries.ts";
import { testRequest, testRide } from "#features/seat-requests/test-data.ts";
import { lea } from "#shared/test/browser-tabs.ts";
import { NETWORK_ERROR, type QueryFixture, renderScreen } from "#shared/test/render-screen.tsx";
import { findNextStop } from "./drive-progress.ts";
import { DrivePage } from "./DrivePage.tsx";

const names = ({ next, later }: ReturnType<typeof findNextStop>) =>
  [next, ...later].map((stop) => stop?.key);

test("a drive begins where the first passenger gets in, and goes on after each stop", () => {
  const stops = driverStops(testRide, [testRequest]);
  expect(names(findNextStop(stops, []))).toEqual(stops.map(({ key }) => key));
  expect(names(findNextStop(stops, [stops[0]?.key ?? ""]))).toEqual(
    stops.slice(1).map(({ key }) => key),
  );
});

test("a start where nobody gets in is no stop, and a stop that joins behind is not driven to", () => {
  const stops = driverStops(testRide, []);
  expect(findNextStop(stops, []).next?.key).toBe("point-1");
  expect(findNextStop(stops, ["point-1"])).toMatchObject({ next: { key: "point-2" }, later: [] });
});

const renderDrive = (passengers: Pick<QueryFixture, "data" | "error">) =>
  renderScreen(
    <Routes>
      <Route path="/rides/:rideId/drive" element={<DrivePage />} />
    </Routes>,
    `/rides/${testRide.id}/drive`,
    { queryKey: rideById(testRide.id).queryKey, data: { ...testRide, hostId: lea.uid } },
    { queryKey: requestsOfRide(testRide.id, "accepted").queryKey, ...passengers },
  );

test("no stop is named before all passengers are known, and a failure says so", async () => {
  const page = { items: [], nextCursor: null };
  const known = await renderDrive({ data: { pages: [page], pageParams: [undefined] } });
  expect(known).toMatch(/Next stop.*Mainz/);

  const failed = await renderDrive({ error: NETWORK_ERROR });
  expect(failed).not.toContain("Next stop");
  expect(failed).toContain(NETWORK_ERROR.message.replace("'", "&#x27;"));

  const more = { ...page, nextCursor: "2" };
  const partial = await renderDrive({ data: { pages: [more], pageParams: [undefined] } });
  expect(partial).not.toContain("Next stop");
});
