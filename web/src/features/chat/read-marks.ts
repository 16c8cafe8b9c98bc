import { isRefusal } from "#shared/api/api-error.ts";
import { markMessages } from "./chat.queries.ts";

// Stored with the drafts, which are cleared on logout.
const STORAGE_PREFIX = "commonlane.draft.read.";

/** Unread count after a read mark, or undefined if it could not be sent. */
type UnreadCount = { readonly count: number } | undefined;

/**
 * Reports how far the user has read a conversation. If that fails, the mark is stored on this device and sent later.
 */
export async function reportRead(
  uid: string,
  conversationId: string,
  upTo: string,
): Promise<UnreadCount> {
  const key = `${STORAGE_PREFIX}${uid}.${conversationId}`;
  storePending(key, upTo);
  try {
    const unreadCount = await markMessages("read", conversationId, upTo);
    removePending(key, upTo);
    return unreadCount;
  } catch (error) {
    if (isRefusal(error) && error.status !== 401) removePending(key, upTo);
    return undefined;
  }
}

/** Sends stored read marks. Returns the latest unread count, if any. */
export async function reportPendingReads(uid: string): Promise<UnreadCount> {
  let last: UnreadCount;
  for (const [conversationId, upTo] of readPending(uid))
    last = (await reportRead(uid, conversationId, upTo)) ?? last;
  return last;
}

function readPending(uid: string): readonly (readonly [string, string])[] {
  const prefix = `${STORAGE_PREFIX}${uid}.`;
  try {
    return Object.entries<string>(localStorage).flatMap(([key, upTo]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), upTo] as const] : [],
    );
  } catch {
    return [];
  }
}

function storePending(key: string, upTo: string): void {
  try {
    localStorage.setItem(key, upTo);
  } catch {
    // Sent again when the conversation is next opened.
  }
}

/** Keeps the mark if the user has read further since. */
function removePending(key: string, upTo: string): void {
  try {
    if (localStorage.getItem(key) === upTo) localStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}
