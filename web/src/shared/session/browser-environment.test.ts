import { expect, test, vi } from "vitest";
import { getRecentPlaces, rememberPlace } from "../places/recent-places.ts";
import { deviceTimeZone, userTimeZone } from "../formatting/user-time-zone.ts";
import { browserEnvironment } from "./browser-environment.ts";

/** Browser storage: only its keys are own properties. */
class BrowserStorage {
  [key: string]: unknown;
}
const storage = (): object =>
  Object.setPrototypeOf(new BrowserStorage(), {
    getItem(this: BrowserStorage, key: string) {
      return this[key] ?? null;
    },
    setItem(this: BrowserStorage, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: BrowserStorage, key: string) {
      delete this[key];
    },
  });

test("finds the session by its cookie after local storage was lost", () => {
  const jar = { cookie: "theme=x; __Secure-commonlane_session=open" };
  vi.stubGlobal("document", jar);
  vi.stubGlobal("localStorage", storage());
  const { hint } = browserEnvironment();
  expect(hint.read()).toBe("open");
  hint.write("closing");
  expect(hint.read()).toBe("closing");
  expect(jar.cookie).toMatch(
    /^__Secure-commonlane_session=; Path=\/; Max-Age=0; SameSite=Strict; Secure$/,
  );
  jar.cookie = "";
  hint.write(null);
  expect(hint.read()).toBeNull();
  vi.unstubAllGlobals();
});

test("a logout removes user, offline data and recent places", () => {
  const localStore = storage();
  const deleteDatabase = vi.fn<(name: string) => void>();
  vi.stubGlobal("localStorage", localStore);
  vi.stubGlobal("indexedDB", { deleteDatabase });
  const ofTab = storage();
  vi.stubGlobal("sessionStorage", ofTab);
  sessionStorage.setItem("commonlane.live.lea", "7");
  sessionStorage.setItem("commonlane.return-to", "/home");
  const { lastUser } = browserEnvironment();
  const lea = {
    uid: "lea",
    email: "lea@example.org",
    emailVerified: true,
    displayName: "Lea",
    photo: null,
  };
  lastUser.write({
    ...lea,
    phone: "+12025550123",
    phoneVerified: false,
    firstName: "Lea",
    lastName: null,
    gender: null,
    timeZone: "Asia/Tokyo",
  });
  expect(userTimeZone()).toBe("Asia/Tokyo");
  rememberPlace("lea", { label: "Bonn", lat: 50.7, lng: 7.1 });
  localStorage.setItem("commonlane.theme", "dark");
  expect(getRecentPlaces("lea")).toHaveLength(1);
  lastUser.forget();
  expect(lastUser.read()).toBeUndefined();
  expect(userTimeZone()).toBe(deviceTimeZone());
  expect(getRecentPlaces("lea")).toEqual([]);
  expect(deleteDatabase).toHaveBeenCalledExactlyOnceWith("commonlane");
  expect(Object.keys(ofTab)).toEqual([]);
  expect(Object.keys(localStore)).toEqual(["commonlane.theme"]);
  vi.unstubAllGlobals();
});
