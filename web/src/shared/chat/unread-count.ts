import { log } from "../log.ts";
import { createObservable } from "../observable.ts";

/** Browser event, named by the specification, with the unread count as `detail.count`. */
const UNREAD_EVENT = "chatUnreadUpdate";
/** Delay after sign-in, set by the specification. */
const FIRST_READ_MS = 2000;
const BADGE_MAX = 99;

/** Interface of the chats to the rest of the app, in the specification's terms. */
export interface ChatUnreadSource {
  getUnreadCount: () => Promise<number>;
  /** Discards the data of the former user. */
  reset: () => void;
}

/** Used until the chats are loaded. */
const noChats: ChatUnreadSource = {
  getUnreadCount: () => Promise.resolve(0),
  reset: () => {},
};
let chats = noChats;

/** Connects or disconnects the chats. They publish every change of the count with `publishUnreadCount`. */
export function setChatUnreadSource(next: ChatUnreadSource = noChats): void {
  chats = next;
}

/** Publishes the unread count to the whole window. */
export function publishUnreadCount(count: number): void {
  dispatchEvent(new CustomEvent(UNREAD_EVENT, { detail: { count } }));
}

/** Unread count as the badge shows it. */
export const formatUnreadCount = (count: number): string =>
  count > BADGE_MAX ? `${BADGE_MAX}+` : String(count);

const unread = createObservable(0);

/** Latest unread count, from the event or from the chats. */
export const unreadCount = unread.get;

/** Calls the listener on every change; returns the unsubscribe function. */
export const onUnreadCount = unread.subscribe;

/** Tracks the count of the signed-in user until the returned function is called, which resets count and chats. */
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
