import { log } from "../log.ts";
import { createObservable } from "../observable.ts";

/** The browser event, named by the specification, that carries a new count of unread messages as `detail.count`. */
const UNREAD_EVENT = "chatUnreadUpdate";
/** After the sign-in, by the specification. */
const FIRST_READ_MS = 2000;
const BADGE_MAX = 99;

/** What the chats are asked by the rest of the app, in the specification's words. */
export interface ChatUnreadSource {
  getUnreadCount: () => Promise<number>;
  /** Forgets whose chats these were. */
  reset: () => void;
}

/** Until the chats are there: nobody has written. */
const noChats: ChatUnreadSource = { getUnreadCount: () => Promise.resolve(0), reset: () => {} };
let chats = noChats;

/** Puts the chats in place of none, or takes them away again. Each change of the count they tell by `publishUnreadCount`. */
export function setChatUnreadSource(next: ChatUnreadSource = noChats): void {
  chats = next;
}

/** Tells everybody in this window how many messages are unread. */
export function publishUnreadCount(count: number): void {
  dispatchEvent(new CustomEvent(UNREAD_EVENT, { detail: { count } }));
}

/** The count as the badge shows it. */
export const formatUnreadCount = (count: number): string => (count > BADGE_MAX ? `${BADGE_MAX}+` : String(count));

const unread = createObservable(0);

/** How many messages are unread, as last told by the event or read from the chats. */
export const unreadCount = unread.get;

/** Calls back at each change, until the function it gives is called. */
export const onUnreadCount = unread.subscribe;

/** Counts for the person who has just signed in, until they log out: the function it gives resets count and chats. */
export function trackUnreadCount(): () => void {
  addEventListener(UNREAD_EVENT, onUnreadEvent);
  let isStopped = false;
  const read = async () => {
    try {
      const count = await chats.getUnreadCount();
      if (!isStopped && count > 0) unread.set(count);
    } catch (error) {
      if (!isStopped) log.error("unread messages not counted", { error });
    }
  };
  const timer = setTimeout(() => void read(), FIRST_READ_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    removeEventListener(UNREAD_EVENT, onUnreadEvent);
    unread.set(0);
    chats.reset();
  };
}

function onUnreadEvent(event: Event): void {
  const count = event instanceof CustomEvent ? parseCount(event.detail) : undefined;
  if (count !== undefined) unread.set(count);
}

function parseCount(detail: unknown): number | undefined {
  if (typeof detail !== "object" || detail === null || !("count" in detail)) return undefined;
  const { count } = detail;
  return typeof count === "number" && Number.isInteger(count) && count >= 0 ? count : undefined;
}
