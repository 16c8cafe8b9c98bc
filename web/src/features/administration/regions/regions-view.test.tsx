import type { RegionBuild, RegionList, RegionStatus } from "@commonlane/contract/regions";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { setUserTimeZone } from "#shared/formatting/user-time-zone.ts";
import { ownRole } from "#shared/console/own-role.ts";
import { createToastList } from "#shared/ui/toasts/toast-list.ts";
import { ToastContext } from "#shared/ui/toasts/Toasts.tsx";
import { AddRegion } from "./AddRegion.tsx";
import { RegionCard, RegionsView } from "./RegionsView.tsx";
import { extractsFor, serverRegions } from "../administration.queries.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });
setUserTimeZone("Europe/Berlin");

const region: RegionStatus = {
  id: "liechtenstein",
  name: "Liechtenstein",
  dataAt: "2015-07-27T21:14:01Z",
  builtAt: "2026-11-23T01:00:00Z",
  bytes: 12_400_000,
  bbox: [9.4, 47, 9.7, 47.3],
  steps: [{ name: "places", figures: [{ name: "houseNumbers", value: 9720 }] }],
  coverage: [],
};
const build: RegionBuild = {
  id: "andorra",
  name: "Andorra",
  state: "running",
  step: "Building roads",
  stepNumber: 2,
  stepCount: 4,
  fraction: 0.437,
  secondsLeft: 150,
  error: null,
};

/** The page's text with these regions. */
function render(list: RegionList, administrator = false): string {
  const client = new QueryClient();
  client.setQueryData(serverRegions.queryKey, list);
  client.setQueryData(ownRole.queryKey, {
    moderator: true,
    administrator,
    secondFactorMissing: false,
    openReports: 0,
    urgentReports: 0,
  });
  return renderText(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <RegionsView />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

function renderText(children: ReactNode): string {
  const html = renderToStaticMarkup(<I18nProvider i18n={i18n}>{children}</I18nProvider>);
  return html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

test("without regions the console shows the command that adds one", () => {
  expect(render({ regions: [], builds: [] })).toContain("No regions yet");
  expect(render({ regions: [], builds: [] })).toContain("npm run region -- add https://");
});

test("without regions and without a centre, an administrator is led to choose the centre", () => {
  const text = render({ regions: [], builds: [] }, true);
  expect(text).toContain("Choose the centre");
  expect(text).not.toContain("npm run region");
});

test("a region shows the age of its data, its size and what was built", () => {
  expect(renderText(<RegionCard region={region} />)).toContain(
    "Data from 27 Jul 2015 Built 23 Nov 2026 Size 12 MB Places 9,720 house numbers",
  );
  expect(renderText(<RegionCard region={{ ...region, dataAt: null }} />)).toContain(
    "Data from unknown",
  );
});

test("builds show their step and the time left, how to continue them, or why they failed", () => {
  const running = render({ regions: [], builds: [build] });
  expect(running).toContain("Andorra Building Step 2 of 4: Building roads, 43 %");
  expect(running).toContain("left");
  expect(running).not.toContain("No regions yet");
  const stopped = render({ regions: [], builds: [{ ...build, state: "stopped" }] });
  expect(stopped).toContain("Andorra Interrupted");
  expect(stopped).toContain("run the same command again");
  const failed = render({
    regions: [],
    builds: [{ ...build, state: "failed", error: "There is no file at …" }],
  });
  expect(failed).toContain("Andorra Failed There is no file at …");
});

test("an administrator sees the extracts that hold the region, where each comes from, and the command for a file", () => {
  const area = { lat: 47.16, lng: 9.55, radiusKm: 5 };
  const client = new QueryClient();
  client.setQueryData(serverRegions.queryKey, { regions: [], builds: [build] });
  const url = "https://maps.example/liechtenstein-latest.osm.pbf";
  client.setQueryData(extractsFor(area).queryKey, {
    items: [
      { name: "Liechtenstein", url, sizeMb: 4, minutes: 1 },
      { name: "Andorra", url: null, sizeMb: 3, minutes: 1 },
    ],
  });
  const text = renderText(
    <QueryClientProvider client={client}>
      <ToastContext value={createToastList()}>
        <AddRegion area={area} />
      </ToastContext>
    </QueryClientProvider>,
  );
  expect(text).toContain("Liechtenstein 4 MB · about 1 minute · maps.example Add");
  // Andorra is being built already.
  expect(text).not.toContain("a file on the server");
  expect(text).toContain(
    "npm run region -- add /var/tmp/liechtenstein-latest.osm.pbf --name &quot;Liechtenstein&quot;",
  );
});
