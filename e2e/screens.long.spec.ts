import type { Page } from "@playwright/test";
import { captureScreenshots } from "./support/inspect.ts";
import { FREIBURG, KOELN } from "./support/rides.ts";
import { choosePlace, tomorrow } from "./support/places.ts";
import { type Scene, searchAddress, createRideScene, towns } from "./support/screens.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).first();

test.use({ maps: "coarse" });

for (const [size, options] of [
  ["390", PHONE],
  ["1440", DESKTOP],
] as const) {
  test(`the public screens are accessible at ${size} px, light and dark`, async ({ world }) => {
    await publicScreens(await world.browserOf(options));
  });

  for (const [part, walk] of Object.entries({
    "who has just joined": newcomersScreens,
    "who hosts": ({ stranger }: Scene) => hostWizard(stranger),
    "those around a ride": screensAroundARide,
  })) {
    test(`the screens of ${part} are accessible at ${size} px, light and dark`, async ({
      world,
    }) => {
      await walk(await createRideScene(world, options));
    });
  }
}

const timeZone = "Europe/Berlin";
const WANTED = {
  origin: { ...towns.karlsruhe, timeZone },
  destination: { ...towns.koeln, timeZone },
  people: 5,
};

async function publicScreens(page: Page): Promise<void> {
  await page.goto("/");
  await captureScreenshots(page, "landing", heading(page, /./));
  await page.goto("/login");
  await captureScreenshots(page, "login", heading(page, "Welcome back"));
  await page.goto("/privacy-policy");
  await captureScreenshots(page, "privacy policy", heading(page, /Privacy Policy/i));
  await page.goto("/about");
  await captureScreenshots(page, "about", heading(page, /About/));
  await page.goto("/terms-of-use");
  await captureScreenshots(page, "terms of use", heading(page, /Terms of Use/i));
  await page.route("**/api/popular-routes", (route) =>
    route.fulfill({ json: { items: [WANTED] } }),
  );
  await page.goto("/popular-routes");
  await captureScreenshots(
    page,
    "popular routes",
    page.getByRole("link", { name: /Offer this ride/ }),
  );
  await page.goto("/register");
  await captureScreenshots(page, "register", heading(page, "Create your account"));
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Moreau");
  await page.getByLabel("E-mail").fill("ada.moreau@example.org");
  await page.getByLabel("Phone").fill("+12025550123");
  await page.getByLabel("Password", { exact: true }).fill("Correct horse 7");
  await page.getByLabel("Confirm password").fill("another one");
  await page.getByRole("button", { name: "Sign up" }).click();
  await captureScreenshots(
    page,
    "register with a mistake",
    page.getByText("Passwords do not match"),
  );
  await page.getByLabel("Confirm password").fill("Correct horse 7");
  await page.getByRole("button", { name: "Sign up" }).click();
  await captureScreenshots(page, "the code", heading(page, "Check your e-mail"));
  await page.reload();
  await captureScreenshots(page, "register, interrupted", page.getByText("We've sent a code to"));
  await page.goto("/forgot-password");
  await captureScreenshots(page, "forgot password", heading(page, "Forgot your password?"));
  await page.getByLabel("E-mail").fill("ada.moreau@example.org");
  await page.getByRole("button", { name: "Send the code" }).click();
  await captureScreenshots(page, "a new password", heading(page, "Choose a new password"));
  await page.goto("/verify-email");
  await captureScreenshots(
    page,
    "a link that is none",
    page.getByText("Invalid verification link."),
  );
}

async function newcomersScreens({ stranger }: Scene): Promise<void> {
  await stranger.goto("/home");
  await captureScreenshots(stranger, "home", heading(stranger, "Leaving soon"));
  await stranger.getByRole("button", { name: /^Account menu/ }).click();
  await captureScreenshots(
    stranger,
    "the account menu",
    stranger.getByRole("menuitem", { name: "Logout" }),
  );
  await stranger.getByRole("menuitem", { name: "Report Issue" }).click();
  await captureScreenshots(
    stranger,
    "report issue",
    stranger.getByRole("dialog", { name: "Report Issue" }),
  );
  await stranger.goto("/events");
  await captureScreenshots(stranger, "events", heading(stranger, "Events"));
  await stranger.goto("/events/new");
  await captureScreenshots(stranger, "a new event", heading(stranger, "Create an event"));
  await stranger.goto("/requests");
  await captureScreenshots(stranger, "requests, none", stranger.getByText("No requests yet"));
  await stranger.goto("/requests?show=sent");
  await captureScreenshots(
    stranger,
    "sent requests, none",
    stranger.getByText("You haven't asked for a seat yet"),
  );
  await stranger.goto("/active-drivers");
  await captureScreenshots(stranger, "drivers", heading(stranger, "Drivers near you"));
  await stranger.goto("/seek");
  await captureScreenshots(stranger, "seek", heading(stranger, "Find a ride"));
  for (const screen of ["home", "seek"] as const) {
    await stranger.goto(searchAddress(screen));
    await captureScreenshots(
      stranger,
      `${screen} with rides`,
      stranger.getByRole("link", { name: "View ride" }).first(),
    );
  }
  await stranger.getByRole("button", { name: "Save for any day" }).click();
  await stranger.getByRole("link", { name: "Saved searches" }).click();
  await stranger.getByRole("button", { name: /^Rename/ }).click();
  await captureScreenshots(stranger, "saved searches", stranger.getByLabel("Search name"));
  await stranger.goto(searchAddress("home").replace(/on=[^&]*/, "on=2027-12-24"));
  await captureScreenshots(
    stranger,
    "home with nothing found",
    stranger.getByRole("button", { name: "Post a ride request" }),
  );
}

async function hostWizard(page: Page): Promise<void> {
  await page.goto("/host");
  const step = (name: string) => page.getByRole("heading", { name, level: 2, exact: true });
  await captureScreenshots(page, "host: route", step("Route"));
  await page.getByRole("button", { name: "Continue" }).click();
  await captureScreenshots(
    page,
    "host: route with mistakes",
    page.getByText("Which place?").first(),
  );
  await choosePlace(page.getByRole("combobox", { name: "From" }), "Freibur", FREIBURG);
  await choosePlace(page.getByRole("combobox", { name: "To", exact: true }), "Köl", KOELN);
  // The error disappears, and what is below moves up under the pointer.
  await expect(page.getByText("Which place?")).toHaveCount(0);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Date").fill(tomorrow());
  await page.getByLabel("Departure").fill("07:45");
  await captureScreenshots(page, "host: time", step("Time"));
  await page.getByRole("button", { name: "Continue" }).click();
  await captureScreenshots(
    page,
    "host: seats and cost",
    page.getByText(/^A fair share of the costs/),
  );
  await page.getByLabel(/^Amount per seat/).fill("18");
  await page.getByRole("button", { name: "Continue" }).click();
  await captureScreenshots(page, "host: review", step("Review"));
}

async function screensAroundARide({ host, passenger, stranger, rideId }: Scene): Promise<void> {
  const ride = `/rides/${rideId}`;
  await stranger.goto(ride);
  await captureScreenshots(
    stranger,
    "a ride, for strangers",
    stranger.getByRole("button", { name: "Ask for a seat" }),
  );
  await stranger.getByRole("button", { name: "Ask for a seat" }).click();
  await captureScreenshots(
    stranger,
    "the booking sheet",
    stranger.getByRole("button", { name: "Ask for 1 seat" }),
  );
  await passenger.goto(ride);
  await captureScreenshots(
    passenger,
    "a ride, for a passenger",
    heading(passenger, "You have a seat"),
  );
  await host.goto(ride);
  await captureScreenshots(
    host,
    "a ride, for its host",
    host.getByRole("link", { name: "Edit ride" }),
  );
  await host.goto("/requests");
  await captureScreenshots(
    host,
    "incoming requests",
    host.getByRole("button", { name: "Accept Jonas W." }),
  );
  await passenger.goto("/requests?show=sent");
  await captureScreenshots(
    passenger,
    "sent requests",
    passenger.getByRole("button", { name: "Withdraw" }),
  );
  await passenger.getByRole("button", { name: "Withdraw" }).click();
  await captureScreenshots(
    passenger,
    "withdrawing",
    passenger.getByRole("dialog", { name: "Withdraw your request?" }),
  );
  await passenger.goto("/profile");
  await captureScreenshots(
    passenger,
    "profile",
    passenger.getByRole("button", { name: "Edit profile" }),
  );
  await passenger.goto("/settings/account");
  await captureScreenshots(
    passenger,
    "account settings",
    passenger.getByRole("button", { name: "Change password" }),
  );
  await passenger.goto("/profile");
  await passenger.getByRole("link", { name: "View public profile" }).click();
  await captureScreenshots(
    passenger,
    "one's profile as others see it",
    heading(passenger, "Jonas W."),
  );
  await host.goto("/home");
  await captureScreenshots(host, "home with what is next", heading(host, "Coming up"));
}
