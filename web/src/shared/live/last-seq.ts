/** How far this page has heard; what a reload may remember. */
export interface LastSeq {
  read: () => string | undefined;
  write: (seq: string) => void;
}

/** Remembers how far one person has heard, for as long as the tab lives; where the browser keeps nothing, in memory. */
export function lastSeqFor(uid: string): LastSeq {
  const key = `commonlane.live.${uid}`;
  let seq: string | undefined;
  return {
    read() {
      try {
        return seq ?? sessionStorage.getItem(key) ?? undefined;
      } catch {
        return seq;
      }
    },
    write(next) {
      seq = next;
      try {
        sessionStorage.setItem(key, next);
      } catch {
        // Memory has it.
      }
    },
  };
}
