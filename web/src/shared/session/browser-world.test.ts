import { expect, test, vi } from "vitest";
import { recentPlaces, rememberPlace } from "../places/recent-places.ts";
import { browserWorld } from "./browser-world.ts";

/** What a browser keeps: its keys are its own, its functions are not. */
class KeptByBrowser {
  [key: string]: unknown;
}
const storage = (): object =>
  Object.setPrototypeOf(new KeptByBrowser(), {
    getItem(this: KeptByBrowser, key: string) {
      return this[key] ?? null;
    },
    setItem(this: KeptByBrowser, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: KeptByBrowser, key: string) {
      delete this[key];
    },
  });

test("a browser that lost its local storage finds its session by the cookie beside the refresh cookie", () => {
  const jar = { cookie: "theme=x; __Secure-commonlane_session=open" };
  vi.stubGlobal("document", jar);
  vi.stubGlobal("localStorage", storage());
  const { hint } = browserWorld();
  expect(hint.read()).toBe("open");
  hint.write("closing");
  expect(hint.read()).toBe("closing");
  expect(jar.cookie).toMatch(/^__Secure-commonlane_session=; Path=\/; Max-Age=0; SameSite=Strict; Secure$/);
  jar.cookie = "";
  hint.write(null);
  expect(hint.read()).toBeNull();
  vi.unstubAllGlobals();
});

test("[issue3/session:forgets] whoever leaves takes along who they are, what was kept for reading offline, and the places they chose", () => {
  const kept = storage();
  const deleteDatabase = vi.fn<(name: string) => void>();
  vi.stubGlobal("localStorage", kept);
  vi.stubGlobal("indexedDB", { deleteDatabase });
  const { lastUser } = browserWorld();
  const lea = { uid: "lea", email: "lea@example.org", emailVerified: true, displayName: "Lea", photo: null };
  lastUser.write({
    ...lea,
    phone: "+12025550123",
    phoneVerified: false,
    firstName: "Lea",
    lastName: null,
    gender: null,
  });
  rememberPlace("lea", { label: "Bonn", lat: 50.7, lng: 7.1 });
  localStorage.setItem("commonlane.theme", "dark");
  expect(recentPlaces("lea")).toHaveLength(1);
  lastUser.forget();
  expect(lastUser.read()).toBeUndefined();
  expect(recentPlaces("lea")).toEqual([]);
  expect(deleteDatabase).toHaveBeenCalledExactlyOnceWith("commonlane");
  expect(Object.keys(kept)).toEqual(["commonlane.theme"]);
  vi.unstubAllGlobals();
});
