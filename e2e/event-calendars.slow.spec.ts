import { createServer } from "node:http";
import { listenLocally } from "../server/test/services/listen-locally.ts";
import { becomeAdministrator } from "./support/administrators.ts";
import { expectNoBarriers } from "./support/axe.ts";
import { choosePlace, inDays } from "./support/places.ts";
import { KOELN } from "./support/rides.ts";
import { DESKTOP, expect, PHONE, test as withServer } from "./support/test.ts";

const eventOf = (uid: string, summary: string, location: string, day: string): string[] => [
  "BEGIN:VEVENT",
  `UID:${uid}@uni.example`,
  `SUMMARY:${summary}`,
  `DTSTART;TZID=Europe/Berlin:${day}T100000`,
  `DTEND;TZID=Europe/Berlin:${day}T120000`,
  `LOCATION:${location}`,
  "END:VEVENT",
];

const day = inDays(3).replaceAll("-", "");
const CALENDAR = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  ...eventOf("fair", "Fair of the faculties", "Freiburg im Breisgau", day),
  ...eventOf("lecture", "Inaugural lecture", "Auditorium of the new building", day),
  "END:VCALENDAR",
  "",
].join("\r\n");

/** The address of a calendar on this machine. */
const test = withServer.extend<{ calendarUrl: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from here
  calendarUrl: async ({}, use) => {
    const server = createServer((_, reply) => reply.end(CALENDAR));
    const port = await listenLocally(server);
    await use(`http://127.0.0.1:${port}/events.ics`);
    server.closeAllConnections();
    server.close();
  },
});
// A server at an address of this machine may load calendars from this machine.
test.use({ isPublic: true });

for (const device of [PHONE, DESKTOP])
  test(`an administrator adds a calendar, sees which places are not found, and gives it a default place (${device.viewport.width} px)`, async ({
    calendarUrl,
    world: { server, browserOf },
  }, info) => {
    const page = await browserOf(device);
    await becomeAdministrator(page, server.setupLink ?? "");
    await page.goto("/moderation/event-calendars");
    await expect(page.getByText("No calendar yet")).toBeVisible();
    const add = async () => {
      await page.getByRole("textbox", { name: "Name" }).fill("University");
      await page.getByRole("textbox", { name: "Address" }).fill(calendarUrl);
      await page.getByRole("button", { name: "Add", exact: true }).click();
    };
    await add();
    await expect(page.getByText("1 event ·")).toBeVisible();
    await expect(page.getByText("Auditorium of the new building: 1")).toBeVisible();
    await expectNoBarriers(page, "calendars of events");
    await page.screenshot({ path: info.outputPath("unplaced.png"), fullPage: true });

    const place = page.getByRole("combobox", { name: "Default place (optional)" });
    await choosePlace(place, "Köl", KOELN);
    await add();
    await expect(page.getByText("2 events ·")).toBeVisible();
    await expect(page.getByText("Auditorium of the new building: 1")).toBeHidden();

    await page.goto("/events");
    await expect(page.getByText("Fair of the faculties")).toBeVisible();
    await expect(page.getByText("Inaugural lecture")).toBeVisible();
    await page.screenshot({ path: info.outputPath("events.png"), fullPage: true });

    await page.goto("/moderation/event-calendars");
    await page.getByRole("button", { name: "Remove University" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).last().click();
    await expect(page.getByText("No calendar yet")).toBeVisible();
    await page.goto("/events");
    await expect(page.getByText("Inaugural lecture")).toBeHidden();
  });
