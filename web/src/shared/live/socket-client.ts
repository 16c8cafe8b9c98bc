/** What this needs of a socket. */
export interface SocketLike {
  readonly connected: boolean;
  on: (event: string, listener: (payload: unknown) => void) => unknown;
  off: (event: string, listener: (payload: unknown) => void) => unknown;
  emit: (event: string, payload: unknown) => unknown;
}

/** Somebody who hears what is told besides facts and may be lost, such as where others are. */
export interface SocketSubscriber {
  readonly event: string;
  readonly onMessage: (payload: unknown) => void;
  /** The line is there, for the first time or again: what was said before is forgotten, so it is to be said anew. */
  readonly onOpen: (send: (event: string, payload: unknown) => void) => void;
  readonly onClose: () => void;
}

let socket: SocketLike | undefined;
const subscribers = new Map<SocketSubscriber, () => void>();

/** Follows the page's one line, whenever it is there, until the function it gives is called. */
export function subscribeToSocket(subscriber: SocketSubscriber): () => void {
  subscribers.set(subscriber, attach(subscriber, socket));
  return () => {
    subscribers.get(subscriber)?.();
    subscribers.delete(subscriber);
  };
}

/** Gives the page its line, until the function it gives is called. */
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

function attach({ event, onMessage, onOpen, onClose }: SocketSubscriber, current: SocketLike | undefined): () => void {
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
