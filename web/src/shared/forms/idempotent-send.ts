import { isRefusal } from "../api/api-error.ts";
import { randomId } from "../random-id.ts";
import { forgetAtSignOut } from "../session/left-behind.ts";

interface Attempt {
  readonly key: string;
  readonly body: string;
}

// Fallback if storage is blocked; a reload then loses the attempt.
const inMemory = new Map<string, Attempt>();
forgetAtSignOut(() => inMemory.clear());

/**
 * Sends a decision under an idempotency key that stays the same for the same body until the server replies, even across
 * reloads: if the reply was lost, the retry returns it instead of deciding twice.
 *
 * @example
 *   sendIdempotently(`rating.${rideId}`, body, (idempotencyKey) =>
 *     call(ratings.give, { params: { rideId }, body }, { idempotencyKey }),
 *   );
 */
export async function sendIdempotently<T>(
  name: string,
  body: unknown,
  send: (key: string) => Promise<T>,
): Promise<T> {
  const storageKey = `commonlane.attempt.${name}`;
  const attempt = getAttempt(storageKey, JSON.stringify(body));
  try {
    const reply = await send(attempt.key);
    clearAttempt(storageKey);
    return reply;
  } catch (error) {
    if (wasAnswered(error)) clearAttempt(storageKey);
    throw error;
  }
}

function wasAnswered(error: unknown): boolean {
  return isRefusal(error) && error.code !== "in_flight";
}

function getAttempt(storageKey: string, body: string): Attempt {
  const stored = readAttempt(storageKey);
  if (stored?.body === body) return stored;
  const attempt = { key: randomId(), body };
  inMemory.set(storageKey, attempt);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(attempt));
  } catch {
    // Storage may be full or blocked; then a reload loses the attempt.
  }
  return attempt;
}

function readAttempt(storageKey: string): Attempt | undefined {
  const current = inMemory.get(storageKey);
  if (current) return current;
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    if (typeof stored !== "object" || stored === null || !("key" in stored) || !("body" in stored))
      return undefined;
    const { key, body } = stored;
    return typeof key === "string" && typeof body === "string"
      ? {
          key,
          body,
        }
      : undefined;
  } catch {
    return undefined;
  }
}

function clearAttempt(storageKey: string): void {
  inMemory.delete(storageKey);
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage may be blocked; nothing was stored then.
  }
}
