/** The part of a socket used here. */
export interface SocketLike {
  readonly connected: boolean;
  on: (event: string, listener: (payload: unknown) => void) => unknown;
  off: (event: string, listener: (payload: unknown) => void) => unknown;
  emit: (event: string, payload: unknown) => unknown;
}

/** A subscriber to socket messages other than domain events, such as driver positions; they may be lost. */
export interface SocketSubscriber {
  readonly event: string;
  readonly onMessage: (payload: unknown) => void;
  /** The socket connected or reconnected: the server has forgotten earlier subscriptions, so send them again. */
  readonly onOpen: (send: (event: string, payload: unknown) => void) => void;
  readonly onClose: () => void;
}

let socket: SocketLike | undefined;
const subscribers = new Map<SocketSubscriber, () => void>();

/** Subscribes to the page's socket whenever it is connected; returns the unsubscribe function. */
export function subscribeToSocket(subscriber: SocketSubscriber): () => void {
  subscribers.set(subscriber, attach(subscriber, socket));
  return () => {
    subscribers.get(subscriber)?.();
    subscribers.delete(subscriber);
  };
}

/** Sets the page's socket; returns a function that removes it. */
export function provideSocket(next: SocketLike): () => void {
  replaceSocket(next);
  return () => {
    if (socket === next) replaceSocket(undefined);
  };
}

function replaceSocket(next: SocketLike | undefined): void {
  const wasConnected = socket?.connected;
  socket = next;
  for (const [subscriber, detach] of subscribers) {
    detach();
    if (wasConnected) subscriber.onClose();
    subscribers.set(subscriber, attach(subscriber, next));
  }
}

function attach(
  { event, onMessage, onOpen, onClose }: SocketSubscriber,
  current: SocketLike | undefined,
): () => void {
  if (!current) return () => {};
  const send = (name: string, payload: unknown) => {
    if (current.connected) current.emit(name, payload);
  };
  const open = () => onOpen(send);
  current.on(event, onMessage);
  current.on("connect", open);
  current.on("disconnect", onClose);
  if (current.connected) open();
  return () => {
    current.off(event, onMessage);
    current.off("connect", open);
    current.off("disconnect", onClose);
  };
}
