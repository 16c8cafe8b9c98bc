import { expect, type Page } from "@playwright/test";
import type { Account } from "./people.ts";
import { tomorrow } from "./places.ts";

const place = (label: string, lat: number, lng: number, geoName?: number) => ({
  ...(geoName !== undefined && { placeId: `gn:${geoName}` }),
  label: `${label}, Germany`,
  lat,
  lng,
});
export const towns = {
  freiburg: place("Freiburg im Breisgau", 47.9959, 7.8522, 2925177),
  karlsruhe: place("Karlsruhe", 49.0094, 8.4044, 2892794),
  mainz: place("Mainz", 49.9842, 8.2791, 2874225),
  bonn: place("Bonn", 50.7374, 7.0982),
  koeln: place("Cologne", 50.9331, 6.95, 2886242),
  leipzig: place("Leipzig", 51.3397, 12.3731),
  dresden: place("Dresden", 51.0504, 13.7373),
  rostock: place("Rostock", 54.0887, 12.1405),
  berlin: place("Berlin", 52.5244, 13.4105),
};
type Town = (typeof towns)[keyof typeof towns];

/** The URL of a search from one town to another, tomorrow by default. */
export function seekAddress(from: Town, to: Town, seats = 1, on = tomorrow()): string {
  const end = ({ label, lat, lng }: Town) => `${lat},${lng},${label}`;
  const query = { from: end(from), to: end(to), on, seats: String(seats), zone: "Europe/Berlin" };
  return `/seek?${new URLSearchParams(query).toString()}`;
}

/** Posts a request for all of tomorrow through the API; returns the URL of its page. */
export async function postRequest(
  seeker: Account,
  origin: Town,
  destination: Town,
  seats = 1,
): Promise<string> {
  const { id } = await seeker.call("requests", {
    origin,
    destination,
    departsAfter: `${tomorrow()}T04:00:00Z`,
    departsBefore: `${tomorrow()}T20:00:00Z`,
    seats,
  });
  return `/requests/${id}`;
}

/** Offers a new ride through the API; returns the offer's id. */
export async function offerRide(driver: Account, request: string, at = "08:00"): Promise<string> {
  const { id } = await driver.call(`rides/${request.slice(1)}/offer`, {
    departsAt: `${tomorrow()}T${at}:00Z`,
    contribution: { amountMinor: 900, currency: "EUR" },
  });
  return id;
}

/** The column of one driver's offer. */
export const offerBy = (page: Page, name: string) =>
  page
    .getByRole("region", { name: /offers? for you/ })
    .getByRole("listitem")
    .filter({ hasText: name });

export const toast = (page: Page, text: string) =>
  expect(page.getByRole("region", { name: "Status messages" }).getByText(text)).toBeVisible();
