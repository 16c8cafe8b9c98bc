import { DAY_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { DISMISSED_DAYS, dismissInstall, mayOfferInstall } from "./install-state.ts";

const NOW = Date.parse("2026-01-01T08:00:00Z");

function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: (n) => [...values.keys()][n] ?? null,
    get length() {
      return values.size;
    },
  };
}

/** A browser; each visit has a session storage of its own. */
function browser() {
  const localStorage = memoryStorage();
  return { visit: () => ({ localStorage, sessionStorage: memoryStorage() }) };
}

test("the app is never offered on the first visit, however long it lasts, and from the second on", () => {
  const { visit } = browser();
  const first = visit();
  expect(mayOfferInstall(first, NOW)).toBe(false);
  expect(mayOfferInstall(first, NOW + DAY_MS)).toBe(false);
  expect(mayOfferInstall(visit(), NOW + 1)).toBe(true);
});

test("a dismissed offer returns after 90 days and not before", () => {
  const { visit } = browser();
  mayOfferInstall(visit(), NOW);
  dismissInstall(visit(), NOW + 1);
  expect(mayOfferInstall(visit(), NOW + 1 + DISMISSED_DAYS * DAY_MS)).toBe(false);
  expect(mayOfferInstall(visit(), NOW + 2 + DISMISSED_DAYS * DAY_MS)).toBe(true);
  expect(DISMISSED_DAYS).toBe(90);
});

test("nothing is offered if a dismissal could not be remembered", () => {
  const blocked = {
    get localStorage(): Storage {
      throw new Error("blocked");
    },
    sessionStorage: memoryStorage(),
  };
  expect(mayOfferInstall(blocked, NOW)).toBe(false);
  const damaged = browser().visit();
  damaged.localStorage.setItem("commonlane.install", "{");
  expect(mayOfferInstall(damaged, NOW)).toBe(false);
});
