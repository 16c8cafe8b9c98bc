import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { openChat, requestedChat } from "../chat/open-chat.ts";
import { askForConfirmation } from "../passkeys/confirmation-request.ts";
import { openSafetyDialog, requestedSafetyDialog } from "../safety/open-safety-dialog.ts";
import { removeLeftBehind, restoreUnfinished, STORED_KEYS } from "./left-behind.ts";

const SOURCES = join(import.meta.dirname, "../..");
const readSource = (file: string) => readFileSync(join(SOURCES, file), "utf8");

/** A Storage whose own keys are its entries, as in a browser. */
function createStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods);
}
const deleteDatabase = vi.fn<(name: string) => void>();

beforeEach(() => {
  deleteDatabase.mockClear();
  vi.stubGlobal("localStorage", createStorage());
  vi.stubGlobal("sessionStorage", createStorage());
  vi.stubGlobal("indexedDB", { deleteDatabase });
});

const fill = () => {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(STORED_KEYS))
      storage.setItem(key.endsWith(".") ? `${key}x` : key, "Lerchenweg 4");
};
const keys = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];

const isListed = (name: string) =>
  Object.keys(STORED_KEYS).some((key) => (key.endsWith(".") ? name.startsWith(key) : name === key));

test("[domain/shared-computer:list] every key that the app stores is in the list of what a person leaves behind", () => {
  // The pseudo language is a tool of developers, which no build contains.
  const files = globSync("**/*.{ts,tsx}", { cwd: SOURCES }).filter(
    (file) => !/\.test\.|pseudo-language/.test(file),
  );
  const found = files.flatMap((file) => {
    const source = readSource(file);
    const names = [...source.matchAll(/["'`](commonlane\.[\w.-]*)/g)].map(([, name = ""]) => name);
    const isStoring = /(?:Storage|storage)\.setItem\(/.test(source);
    if (isStoring && names.length === 0 && !file.endsWith("left-behind.ts"))
      return [`${file}: a key without a name`];
    return names;
  });
  expect(new Set(found).size).toBeGreaterThan(15);
  expect([...new Set(found)].filter((name) => !isListed(name))).toEqual([]);
});

test("[domain/shared-computer:sign-out] after a sign-out nothing of the person is left, and the browser's own settings stay", () => {
  fill();
  removeLeftBehind();
  const device = Object.keys(STORED_KEYS).filter((key) => STORED_KEYS[key] === "device");
  expect(new Set(keys().map((key) => key.replace(/x$/, "")))).toEqual(new Set(device));
  expect(deleteDatabase).toHaveBeenCalledOnce();
  restoreUnfinished("ada");
  expect(keys().filter((key) => key.includes("draft"))).toEqual([]);
});

test("[domain/shared-computer:ended] after the session has ended elsewhere, what was typed comes back for the same person only", () => {
  fill();
  removeLeftBehind("ada");
  expect(keys().filter((key) => /draft|attempt|last-user|return-to/.test(key))).toEqual([]);
  restoreUnfinished("bob");
  restoreUnfinished("ada");
  expect(keys().filter((key) => key.includes("draft"))).toEqual([]);

  fill();
  sessionStorage.setItem("commonlane.draft.sharing.ada", "a position that is shared");
  removeLeftBehind("ada");
  restoreUnfinished("ada");
  expect(sessionStorage.getItem("commonlane.draft.x")).toBe("Lerchenweg 4");
  expect(sessionStorage.getItem("commonlane.draft.sharing.ada")).toBeNull();
  expect(sessionStorage.getItem("commonlane.scroll.x")).toBeNull();
});

/** Modules with a value that the whole tab shares. `screens`: it ends with the signed-in screens. */
const SHARED_IN_TAB: Readonly<Record<string, "person" | "screens" | "device">> = {
  "features/active-drivers/position/position-source.ts": "person",
  "features/active-drivers/position/reporting-state.ts": "person",
  "features/active-drivers/sound/request-sound.ts": "device",
  "features/trip-safety/position/shared-trip.ts": "person",
  "shared/chat/open-chat.ts": "person",
  "shared/chat/unread-count.ts": "screens",
  "shared/live/incoming-request.ts": "person",
  "shared/passkeys/confirmation-request.ts": "person",
  "shared/safety/open-safety-dialog.ts": "person",
  "shared/session/session.ts": "person",
  "shared/theme.ts": "device",
  "shared/ui/toasts/toast-list.ts": "screens",
};

test("[domain/shared-computer:memory] every value of a person that a tab shares is forgotten when they are signed out", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: SOURCES }).filter(
    (file) => !/\.test\.|shared\/observable/.test(file),
  );
  const sharing = files.filter((file) => / = create(?:Personal)?Observable/.test(readSource(file)));
  expect(sharing.toSorted()).toEqual(Object.keys(SHARED_IN_TAB));
  const forgetting = sharing.filter((file) =>
    /createPersonalObservable|forgetAtSignOut\(/.test(readSource(file)),
  );
  expect(forgetting).toEqual(sharing.filter((file) => SHARED_IN_TAB[file] === "person"));
});

test("[domain/shared-computer:memory] the next person meets no open dialog of the one before", async () => {
  const lea = { uid: "lea", displayName: "Lea" };
  openChat({ withUid: "lea" });
  openSafetyDialog({ person: lea, action: "block" });
  const confirmed = askForConfirmation();
  removeLeftBehind("ada");
  expect(requestedChat()).toBeUndefined();
  expect(requestedSafetyDialog()).toBeUndefined();
  await expect(confirmed).resolves.toBe(false);
});
