import { DAY_MS } from "@commonlane/contract/durations";

/** Profile data of a new account. */
export interface PendingRegistration {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  gender: "male" | "female";
}

const KEY = "commonlane.unregistered";
/** Matches the lifetime of an unverified account. */
const KEEP_MS = 7 * DAY_MS;

/** Stores data that could not be registered yet in this browser; only the latest, and never a password. */
export function savePendingRegistration(person: PendingRegistration, now = Date.now()): void {
  const { firstName, lastName, email, phone, gender } = person;
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify({
        firstName,
        lastName,
        email,
        phone,
        gender,
        keptAt: now,
      }),
    );
  } catch {
    // Storage may be full or blocked; the profile page then asks for the missing data.
  }
}

/** Data still to be registered for this e-mail address. */
export function findPendingRegistration(
  email: string,
  now = Date.now(),
): PendingRegistration | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (!isStoredRegistration(stored) || stored.email.toLowerCase() !== email.toLowerCase())
      return undefined;
    const { keptAt, ...person } = stored;
    if (now - keptAt < KEEP_MS) return person;
    localStorage.removeItem(KEY);
  } catch {
    // Unreadable data counts as none.
  }
  return undefined;
}

/** Removes the data stored for this address. */
export function clearPendingRegistration(email: string): void {
  if (findPendingRegistration(email)) localStorage.removeItem(KEY);
}

const isStoredRegistration = (
  stored: unknown,
): stored is PendingRegistration & { keptAt: number } =>
  typeof stored === "object" &&
  stored !== null &&
  "keptAt" in stored &&
  typeof stored.keptAt === "number" &&
  ["firstName", "lastName", "email", "phone", "gender"].every(
    (name) => typeof Reflect.get(stored, name) === "string",
  );
