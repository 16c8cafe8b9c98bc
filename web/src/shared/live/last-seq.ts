/** Position of the last event that this tab has received, kept across reloads. */
export interface LastSeq {
  read: () => string | undefined;
  write: (seq: string) => void;
}

/** Stores the position of one user for the lifetime of the tab; in memory if storage is blocked. */
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
    write(newSeq) {
      seq = newSeq;
      try {
        sessionStorage.setItem(key, newSeq);
      } catch {
        // The value is kept in memory.
      }
    },
  };
}
