import type { Page, Request } from "@playwright/test";

const QUIET_MS = 400;
const AT_MOST_MS = 8_000;
const LOOK_MS = 50;

/**
 * Returns a function that waits until a page has nothing left to do: no request is under way and nothing has changed
 * for 0.4 s, so that a measurement does not wait for what came before it. Gives up after 8 s.
 */
export function watchActivity(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on("request", (request) => pending.add(request));
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  // Requests of the page before do not end.
  page.on("framenavigated", (frame) => frame === page.mainFrame() && pending.clear());
  return async () => {
    const giveUpAt = Date.now() + AT_MOST_MS;
    do {
      await page.evaluate(UNTIL_UNCHANGED);
      if (pending.size === 0) return;
      await page.waitForTimeout(LOOK_MS);
    } while (Date.now() < giveUpAt);
  };
}

/** Runs in the page. */
const UNTIL_UNCHANGED = `new Promise((resolve) => {
  const finish = () => {
    changes.disconnect();
    requestIdleCallback(resolve, { timeout: ${AT_MOST_MS} });
  };
  let timer = setTimeout(finish, ${QUIET_MS});
  const changes = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(finish, ${QUIET_MS});
  });
  changes.observe(document.body, { subtree: true, childList: true, attributes: true });
  setTimeout(finish, ${AT_MOST_MS});
})`;
