import { DAY_MS } from "@commonlane/contract/durations";

/** What the backend should know of a new account. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  gender: "male" | "female";
}

const KEY = "commonlane.unregistered";
/** As long as an account that nobody has proven lives. */
const KEPT_MS = 7 * DAY_MS;

/** Keeps, in this browser, what was not registered with the backend so far; the last one only, and no password. */
export function keepUnregistered(person: Person, now = Date.now()): void {
  const { firstName, lastName, email, phone, gender } = person;
  try {
    localStorage.setItem(KEY, JSON.stringify({ firstName, lastName, email, phone, gender, keptAt: now }));
  } catch {
    // The profile then asks for what is missing.
  }
}

/** What is left to register for this address, if anything. */
export function unregistered(email: string, now = Date.now()): Person | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (!isKept(kept) || kept.email.toLowerCase() !== email.toLowerCase()) return undefined;
    const { keptAt, ...person } = kept;
    if (now - keptAt < KEPT_MS) return person;
    localStorage.removeItem(KEY);
  } catch {
    // Nothing that can be read is left.
  }
  return undefined;
}

/** Forgets what was kept for this address. */
export function forgetUnregistered(email: string): void {
  if (unregistered(email)) localStorage.removeItem(KEY);
}

const isKept = (kept: unknown): kept is Person & { keptAt: number } =>
  typeof kept === "object" &&
  kept !== null &&
  "keptAt" in kept &&
  typeof kept.keptAt === "number" &&
  ["firstName", "lastName", "email", "phone", "gender"].every((name) => typeof Reflect.get(kept, name) === "string");
