import type { Page } from "@playwright/test";

/** Delays the requests of a page to these URLs until the returned function is called. */
export async function holdRequests(
  page: Page,
  addresses: string | RegExp,
  options?: { readonly times: number },
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    addresses,
    async (route) => {
      await released;
      await route.continue();
    },
    options,
  );
  return release;
}
