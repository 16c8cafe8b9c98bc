import type { Page } from "@playwright/test";

/** Lets what a page asks of these addresses wait until the function it gives is called; then it goes on as it was. */
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
