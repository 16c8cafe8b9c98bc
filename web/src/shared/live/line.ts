/** What this needs of a socket. */
export interface Wire {
  readonly connected: boolean;
  on: (event: string, listener: (said: unknown) => void) => unknown;
  off: (event: string, listener: (said: unknown) => void) => unknown;
  emit: (event: string, said: unknown) => unknown;
}

/** Somebody who hears what is told besides facts and may be lost, such as where others are. */
export interface LineFollower {
  readonly event: string;
  readonly hear: (said: unknown) => void;
  /** The line is there, for the first time or again: what was said before is forgotten, so it is to be said anew. */
  readonly opened: (say: (event: string, said: unknown) => void) => void;
  readonly closed: () => void;
}

let wire: Wire | undefined;
const followers = new Map<LineFollower, () => void>();

/** Follows the page's one line, whenever it is there, until the function it gives is called. */
export function followLine(follower: LineFollower): () => void {
  followers.set(follower, attach(follower, wire));
  return () => {
    followers.get(follower)?.();
    followers.delete(follower);
  };
}

/** Gives the page its line, until the function it gives is called. */
export function layLine(laid: Wire): () => void {
  layInstead(laid);
  return () => {
    if (wire === laid) layInstead(undefined);
  };
}

function layInstead(laid: Wire | undefined): void {
  const wasThere = wire?.connected;
  wire = laid;
  for (const [follower, detach] of followers) {
    detach();
    if (wasThere) follower.closed();
    followers.set(follower, attach(follower, laid));
  }
}

function attach({ event, hear, opened, closed }: LineFollower, line: Wire | undefined): () => void {
  if (!line) return () => {};
  const say = (name: string, said: unknown) => {
    if (line.connected) line.emit(name, said);
  };
  const open = () => opened(say);
  line.on(event, hear);
  line.on("connect", open);
  line.on("disconnect", closed);
  if (line.connected) open();
  return () => {
    line.off(event, hear);
    line.off("connect", open);
    line.off("disconnect", closed);
  };
}
