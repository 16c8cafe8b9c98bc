import { DAY_MS } from "@commonlane/contract/durations";
import { beforeEach, expect, test, vi } from "vitest";
import { lastSeqFor } from "../live/last-seq.ts";
import { loadProfile, startLiveEvents } from "./session-api.ts";
import { savePendingRegistration, findPendingRegistration } from "./pending-registration.ts";

const email = "ada@example.org";
const person = {
  firstName: "Ada",
  lastName: "Moreau",
  email,
  phone: "+12025550123",
  gender: "female",
} as const;
const uid = "0190a3a4-0000-7000-8000-000000000001";
const nobody = { displayName: null, firstName: null, lastName: null, phone: null, gender: null };

/** Profile on the test server, and the data registered with it. */
let profile: Record<string, unknown>;
let registered: unknown[];
let refuses: boolean;

function answer(path: string, body: unknown): Response {
  if (path.endsWith("/firebase-auth/register")) {
    registered.push(body);
    if (refuses)
      return Response.json({ code: "unexpected", error: "no", requestId: "r" }, { status: 500 });
    profile = { ...profile, ...person, displayName: "Ada Moreau" };
    return Response.json({ success: true, uid }, { status: 201 });
  }
  const user = { uid, email, emailVerified: true, displayName: profile["displayName"] };
  return Response.json({ user, profile });
}

beforeEach(() => {
  const storage = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) =>
    answer(path, JSON.parse(body)),
  );
  vi.spyOn(console, "error").mockReturnValue();
  const empty = {
    bio: null,
    languages: [],
    preferences: {},
    vehicles: [],
    locale: null,
    timeZone: null,
  };
  const createdAt = "2026-01-01T00:00:00.000Z";
  profile = { uid, email, emailVerified: true, phoneVerified: false, ...nobody, ...empty };
  profile = { ...profile, birthDate: null, adultDeclared: false, createdAt };
  registered = [];
  refuses = false;
});

test("[spec/register:repaired] registers rejected data at the next login and shows it immediately", async () => {
  savePendingRegistration(person);
  expect(await loadProfile("token")).toMatchObject({
    firstName: "Ada",
    phone: "+12025550123",
    displayName: "Ada Moreau",
  });
  expect(registered).toEqual([{ name: "Ada Moreau", ...person }]);
  expect(findPendingRegistration(email)).toBeUndefined();
  await loadProfile("token");
  expect(registered).toHaveLength(1);
});

test("data rejected again waits for the next login, for up to a week", async () => {
  savePendingRegistration(person);
  refuses = true;
  expect(await loadProfile("token")).toMatchObject({ firstName: null });
  expect(findPendingRegistration("ADA@example.org")).toMatchObject({ lastName: "Moreau" });
  expect(findPendingRegistration(email, Date.now() + 7 * DAY_MS)).toBeUndefined();
  expect(findPendingRegistration(email)).toBeUndefined();
});

test("keeps names entered later, and never applies them to another user", async () => {
  savePendingRegistration(person);
  profile = { ...profile, firstName: "Augusta" };
  expect(await loadProfile("token")).toMatchObject({ firstName: "Augusta" });
  expect(findPendingRegistration(email)).toBeUndefined();
  savePendingRegistration({ ...person, email: "eve@example.org" });
  profile = { ...profile, firstName: null };
  expect(await loadProfile("token")).toMatchObject({ firstName: null });
  expect(registered).toEqual([]);
  expect(findPendingRegistration("eve@example.org")).toBeDefined();
});

test("never stores a password", () => {
  savePendingRegistration(Object.assign({ password: "Correct horse 7" }, person));
  expect(localStorage.getItem("commonlane.unregistered")).not.toContain("horse");
});

test("a tab keeps the first position of its user's live events, and a reload continues after the last one received", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  startLiveEvents("lea", "5.0");
  startLiveEvents("lea", "9.0");
  expect(lastSeqFor("lea").read()).toBe("5.0");
  lastSeqFor("lea").write("7.3");
  startLiveEvents("lea", "9.0");
  expect(lastSeqFor("lea").read()).toBe("7.3");
  expect(lastSeqFor("mara").read()).toBeUndefined();
});
