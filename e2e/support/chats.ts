import type { Page } from "@playwright/test";
import { signUp, testPerson } from "./people.ts";
import { bookingButton, rideAt } from "./rides.ts";
import { DESKTOP, PHONE, type World } from "./test.ts";

export const chats = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: /^Chats/ });
export const drawer = (page: Page) => page.getByRole("dialog", { name: "Chats" });
export const lines = (page: Page) => drawer(page).getByRole("log", { name: "Messages" });
export const field = (page: Page) => drawer(page).getByRole("textbox", { name: "Message" });

/** A ride, its host's page, and the page of someone who views it. */
export async function openRide(browserOf: World["browserOf"], name: string) {
  const hostPage = await browserOf(DESKTOP);
  const page = await browserOf(PHONE);
  const host = await signUp(hostPage, testPerson("Hedy", name));
  const ada = testPerson("Ada", name);
  const seeker = await signUp(page, ada);
  const { id: rideId } = await host.call("rides", rideAt(6));
  await hostPage.goto("/profile");
  await page.goto(`/rides/${rideId}`);
  // Once the viewer's own request is known, nothing moves any more under a pointer.
  await bookingButton(page).waitFor();
  return { hostPage, page, host, seeker, rideId, email: ada.email };
}
