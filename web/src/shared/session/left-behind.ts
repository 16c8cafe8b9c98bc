/*
 * Everything that the app stores in a browser, and what of it is about the person who was signed in. On a shared computer
 * nothing of that may be left for the next person. A test fails for a key that is not in the list, and for a value that a
 * module keeps of a person and does not forget.
 */

/** Keys, or prefixes that end in a full stop. `device` stays after a sign-out: it is about the browser, not a person. */
export const STORED_KEYS: Readonly<Record<string, "person" | "device">> = {
  "commonlane.attempt.": "person",
  "commonlane.bulletin-seen": "device",
  "commonlane.came-back": "person",
  "commonlane.distanceUnit": "device",
  "commonlane.draft.": "person",
  "commonlane.install": "device",
  "commonlane.last-user": "person",
  "commonlane.live.": "person",
  "commonlane.muted": "device",
  "commonlane.places.": "person",
  "commonlane.push-offer-declined": "device",
  "commonlane.push.": "person",
  "commonlane.reloaded-for.": "device",
  "commonlane.return-to": "person",
  "commonlane.scroll.": "person",
  "commonlane.session": "device",
  "commonlane.sharing.": "person",
  "commonlane.theme": "device",
  "commonlane.unregistered": "person",
  "commonlane.visit": "device",
  "commonlane.wait.": "person",
};
/** The data of features/offline. */
const OFFLINE_DATABASE = "commonlane";

const PERSONAL = Object.keys(STORED_KEYS).filter((key) => STORED_KEYS[key] === "person");
const isPersonal = (key: string) =>
  PERSONAL.some((one) => (one.endsWith(".") ? key.startsWith(one) : key === one));

/** What the user typed and has not sent. */
const UNFINISHED = ["commonlane.attempt.", "commonlane.draft."];
/** Not restored: a position is shared again only if the user starts it. */
const SHARED_POSITIONS = ["commonlane.draft.sharing.", "commonlane.draft.trip."];

function isUnfinished(key: string) {
  const begins = (prefix: string) => key.startsWith(prefix);
  return UNFINISHED.some(begins) && !SHARED_POSITIONS.some(begins);
}

/** What someone has begun is finished before they log out. Each returns a promise if there is something to wait for. */
export const beforeLogOut = new Set<() => Promise<unknown> | undefined>();

const forgetters = new Set<() => void>();

/** For a module that keeps something of a person in memory: this is called when they are signed out, in each tab. */
export const forgetAtSignOut = (forget: () => void): void => void forgetters.add(forget);

interface Held {
  readonly uid: string;
  readonly entries: readonly {
    storage: Storage;
    key: string;
    value: string;
  }[];
}
/** Only in memory, for the same person on the same page. */
let held: Held | undefined;

/**
 * Removes everything that a person left in this browser, and in the memory of this tab. With a uid, the session ended
 * without them: what they had typed is held in memory until they or someone else sign in on this page.
 */
export function removeLeftBehind(uid?: string): void {
  held = undefined;
  try {
    const storages = [localStorage, sessionStorage];
    const found = storages.flatMap((storage) =>
      Object.keys(storage)
        .filter(isPersonal)
        .map((key) => ({
          storage,
          key,
          value: storage.getItem(key) ?? "",
        })),
    );
    if (uid !== undefined)
      held = {
        uid,
        entries: found.filter(({ key }) => isUnfinished(key)),
      };
    for (const { storage, key } of found) storage.removeItem(key);
    indexedDB.deleteDatabase(OFFLINE_DATABASE);
  } catch {
    // Storage may be blocked; nothing was stored then.
  }
  // Afterwards: a module may read what is stored again.
  for (const forget of forgetters) forget();
}

/** After a sign-in: what this person had typed comes back, and that of someone else goes. */
export function restoreUnfinished(uid: string): void {
  const kept = held;
  held = undefined;
  if (kept?.uid !== uid) return;
  try {
    for (const { storage, key, value } of kept.entries)
      if (storage.getItem(key) === null) storage.setItem(key, value);
  } catch {
    // Storage may be full or blocked; then it is lost.
  }
}
