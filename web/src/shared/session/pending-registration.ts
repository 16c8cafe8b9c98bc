import { DAY_MS } from "@commonlane/contract/durations";

/** What the backend should know of a new account. */
export interface PendingRegistration {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  gender: "male" | "female";
}

const KEY = "commonlane.unregistered";
/** As long as an account that nobody has proven lives. */
const KEEP_MS = 7 * DAY_MS;

/** Keeps, in this browser, what was not registered with the backend so far; the last one only, and no password. */
export function savePendingRegistration(person: PendingRegistration, now = Date.now()): void {
  const { firstName, lastName, email, phone, gender } = person;
  try {
    localStorage.setItem(KEY, JSON.stringify({ firstName, lastName, email, phone, gender, keptAt: now }));
  } catch {
    // The profile then asks for what is missing.
  }
}

/** What is left to register for this address, if anything. */
export function findPendingRegistration(email: string, now = Date.now()): PendingRegistration | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (!isStoredRegistration(stored) || stored.email.toLowerCase() !== email.toLowerCase()) return undefined;
    const { keptAt, ...person } = stored;
    if (now - keptAt < KEEP_MS) return person;
    localStorage.removeItem(KEY);
  } catch {
    // Nothing that can be read is left.
  }
  return undefined;
}

/** Forgets what was kept for this address. */
export function clearPendingRegistration(email: string): void {
  if (findPendingRegistration(email)) localStorage.removeItem(KEY);
}

const isStoredRegistration = (stored: unknown): stored is PendingRegistration & { keptAt: number } =>
  typeof stored === "object" &&
  stored !== null &&
  "keptAt" in stored &&
  typeof stored.keptAt === "number" &&
  ["firstName", "lastName", "email", "phone", "gender"].every((name) => typeof Reflect.get(stored, name) === "string");
