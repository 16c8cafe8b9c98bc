import { expect, type Page } from "@playwright/test";

/** The way to the notices, which counts those that were not read. */
export const bell = (page: Page) => page.getByRole("banner").getByRole("link", { name: /notification/i });

/** The page hears at once what others do. */
export const isLive = (page: Page): Promise<void> => expect(page.locator("html")).toHaveAttribute("data-live", "live");
