import { expect, type Page } from "@playwright/test";

/** The link to the notifications, with the count of unread ones. */
export const bell = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: /notification/i });

/** The page receives live events. */
export const isLive = (page: Page): Promise<void> =>
  expect(page.locator("html")).toHaveAttribute("data-live", "live");
