import { expect, test, vi } from "vitest";
import { nearestPlace } from "../places/places.queries.ts";
import { NETWORK_ERROR, renderScreen } from "../test/render-screen.tsx";
import { PickPointDialog } from "./PickPointDialog.tsx";

vi.mock("./webgl.ts", () => ({
  canDrawMaps: () => false,
  knowsWhetherMapsCanBeDrawn: () => true,
}));

const VADUZ = { lat: 47.141, lng: 9.521 };
const nearest = { ...VADUZ, placeId: "gn:1", kind: "address", timeZone: "Europe/Vaduz" };
const open = (fixture: object) =>
  renderScreen(
    <PickPointDialog
      title="Pickup"
      scene={{ start: VADUZ }}
      onPick={() => undefined}
      onClose={() => undefined}
    />,
    "/",
    { queryKey: nearestPlace(VADUZ).queryKey, ...fixture },
  );

test("names the point after what is near", async () => {
  const html = await open({
    data: { ...nearest, label: "Städtle 12, Vaduz, Liechtenstein", distanceM: 80 },
  });
  expect(html).toMatch(/role="status"[^>]*>Near Städtle 12, Vaduz, Liechtenstein</);
});

test("calls the point by its coordinates if what is near cannot be looked up", async () => {
  expect(await open({ error: NETWORK_ERROR })).toMatch(
    /role="status"[^>]*>Point on the map \(47.14100, 9.52100\)</,
  );
});

test("can be used where no map can be drawn: by search, position and buttons", async () => {
  const html = await open({ error: NETWORK_ERROR });
  for (const name of ["100 m north", "100 m west", "My location"])
    expect(html).toContain(`aria-label="${name}"`);
  expect(html).toContain('role="combobox"');
  expect(html).not.toContain('aria-label="Zoom in"');
});
