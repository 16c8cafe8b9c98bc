import type { CalendarFeed } from "@commonlane/contract/calendar";
import { expect, test } from "vitest";
import { NETWORK_ERROR, renderScreen } from "#shared/test/render-screen.tsx";
import { CalendarFeedSettings, FeedLink, ownCalendarFeed } from "./CalendarFeedSettings.tsx";

const { queryKey } = ownCalendarFeed;
const feed: CalendarFeed = {
  createdAt: "2026-01-01T08:00:00.000Z",
  readAt: null,
  reminderMinutes: 60,
};
const render = (fixture: { data?: unknown; error?: typeof NETWORK_ERROR }) =>
  renderScreen(<CalendarFeedSettings />, "/profile", { queryKey, ...fixture });

test("without a feed it offers to create one, and with one to change, replace or turn it off", async () => {
  const empty = await render({ data: { feed: null } });
  expect(empty).toContain("Create calendar link");
  expect(empty).not.toContain("Turn off");
  const page = await render({ data: { feed } });
  expect(page).toContain("No calendar has read your link yet.");
  expect(page).toMatch(/<option value="60" selected="">1 hour before/);
  for (const button of ["Show a new link", "Turn off"]) expect(page).toContain(button);
  expect(page).not.toContain("Create calendar link");
  expect(await render({ error: NETWORK_ERROR })).toContain("Try again");
});

test("a new link can be copied, and opened in a calendar app", async () => {
  const page = await renderScreen(
    <FeedLink url="https://rides.example/api/calendar-feeds/x/rides.ics" />,
    "/profile",
  );
  expect(page).toContain('href="webcal://rides.example/api/calendar-feeds/x/rides.ics"');
  expect(page).toContain("Keep this link to yourself");
});
