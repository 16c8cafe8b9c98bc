import { isRefusal } from "../api-error.ts";
import { randomId } from "../random-id.ts";

interface Attempt {
  readonly key: string;
  readonly body: string;
}

// Where this browser keeps nothing, a reload forgets the attempt.
const inMemory = new Map<string, Attempt>();

/**
 * Sends a decision under an idempotency key that stays the same for the same body until the server has answered, also over
 * a reload: an answer that was lost is told again instead of the decision being made twice.
 */
export async function sendOnce<T>(name: string, body: unknown, send: (key: string) => Promise<T>): Promise<T> {
  const storageKey = `commonlane.attempt.${name}`;
  const attempt = attemptFor(storageKey, JSON.stringify(body));
  try {
    const reply = await send(attempt.key);
    forget(storageKey);
    return reply;
  } catch (error) {
    if (wasAnswered(error)) forget(storageKey);
    throw error;
  }
}

const wasAnswered = (error: unknown): boolean => isRefusal(error) && error.code !== "in_flight";

function attemptFor(storageKey: string, body: string): Attempt {
  const kept = read(storageKey);
  if (kept?.body === body) return kept;
  const attempt = { key: randomId(), body };
  inMemory.set(storageKey, attempt);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(attempt));
  } catch {
    // A full or forbidden storage only costs the reload.
  }
  return attempt;
}

function read(storageKey: string): Attempt | undefined {
  const inHand = inMemory.get(storageKey);
  if (inHand) return inHand;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    if (typeof kept !== "object" || kept === null || !("key" in kept) || !("body" in kept)) return undefined;
    const { key, body } = kept;
    return typeof key === "string" && typeof body === "string" ? { key, body } : undefined;
  } catch {
    return undefined;
  }
}

function forget(storageKey: string): void {
  inMemory.delete(storageKey);
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept there, then.
  }
}
