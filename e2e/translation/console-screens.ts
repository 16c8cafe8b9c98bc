import { SettingsView } from "@commonlane/contract/administration";
import { answer, changeReply, follow, pathsOf, pressButton, type Screen } from "./arrange.ts";
import {
  eventCalendars,
  meetingPointSources,
  memberImports,
  MISTAKES,
  noTimetables,
  receivers,
  timetables,
} from "./console-replies.ts";
import { CERTIFICATE, MAIL_SERVER, neighbours, UNTRUSTED, webhooks } from "./example-replies.ts";

/** The console, as an administrator sees it. */
export const consoleScreens: readonly Screen[] = [
  ...pathsOf(
    "moderation/",
    "reports appeals people numbers community regions timetables meeting-points event-calendars log settings appearance legal legal/imprint/en data-protection sign-in trust-marks groups elsewhere neighbours moving-here server team",
  ),
  {
    name: "moderation report",
    path: "/moderation/reports",
    arrange: follow(/^\/moderation\/reports\/[\w-]+$/),
  },
  {
    name: "moderation sign-in, new",
    path: "/moderation/sign-in",
    arrange: pressButton("Add an institution"),
  },
  {
    name: "moderation mail, unknown certificate",
    path: "/moderation/setup/mail",
    arrange: async (page, texts) => {
      await page.route("**/api/administration/settings", async (route) => {
        const response = await route.fetch();
        const settings = SettingsView.parse(await response.json());
        const values = { ...settings.values, mailServer: MAIL_SERVER };
        const json = { ...settings, values, mailCertificates: [CERTIFICATE] };
        await route.fulfill({ response, json });
      });
      await answer({ "administration/test-email": UNTRUSTED })(page);
      await pressButton("Send a test e-mail")(page, texts);
    },
  },
  {
    name: "moderation person",
    path: "/moderation/reports",
    arrange: async (page) => {
      await follow(/^\/moderation\/reports\/[\w-]+$/)(page);
      await follow(/^\/moderation\/people\/[\w-]+$/)(page);
    },
  },
  ...pathsOf("moderation/setup/", "identity appearance region money mail legal joining"),
  { name: "some neighbours", path: "/moderation/neighbours", arrange: answer(neighbours) },
  {
    name: "moderation elsewhere, webhook that fails",
    path: "/moderation/elsewhere",
    arrange: async (page, texts) => {
      await answer(webhooks)(page);
      await pressButton("Deliveries")(page, texts);
    },
  },
  {
    name: "moderation elsewhere, receivers",
    path: "/moderation/elsewhere",
    arrange: async (page) => {
      await changeReply("administration/settings", listRides)(page);
      await answer(receivers)(page);
    },
  },
  {
    name: "some event calendars",
    path: "/moderation/event-calendars",
    arrange: answer(eventCalendars),
  },
  {
    name: "some meeting points",
    path: "/moderation/meeting-points",
    arrange: answer(meetingPointSources),
  },
  { name: "some timetables", path: "/moderation/timetables", arrange: answer(timetables) },
  { name: "no timetables", path: "/moderation/timetables", arrange: answer(noTimetables) },
  { name: "people moving here", path: "/moderation/moving-here", arrange: answer(memberImports) },
  {
    name: "people moving here, mistakes",
    path: "/moderation/moving-here",
    arrange: async (page) => {
      await answer({ "administration/member-imports/check*": MISTAKES })(page);
      await page.locator("main form input").first().fill("Mitfahrbörse Rheintal");
      await page.locator("main input[type=file]").setInputFiles(PEOPLE);
      await page.locator("main form button[type=submit]").click();
    },
  },
];

const PEOPLE = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from("email\n") };

/** Receivers are shown where rides may leave. */
const listRides = (text: string) =>
  text.replace(
    '"rideListing":null',
    '"rideListing":{"agencyId":"demo","routeType":"1551","licence":"CC-BY-4.0"}',
  );
