import type { Db } from "../db/database.ts";
import type { Offset } from "../db/outbox/outbox.ts";
import { Sealer } from "../sealer.ts";
import { getServerKey } from "../server-keys.ts";

const BYTES = 16;
const LARGEST_ID = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Positions in the events of all users, as one user may keep them. As numbers they would tell everyone how much the
 * whole community writes.
 */
export interface SeqSealer {
  readonly seal: (offset: Offset) => string;
  /** Returns undefined for everything that was not made for this user. */
  readonly open: (seq: string) => Offset | undefined;
}

export async function createSeqSealer(db: Db, uid: string): Promise<SeqSealer> {
  const sealer = new Sealer(await getServerKey(db, "live events"));
  return {
    seal: ({ xid, id }) => {
      const position = Buffer.alloc(BYTES);
      position.writeBigUInt64BE(BigInt(xid), 0);
      position.writeBigUInt64BE(BigInt(id), 8);
      return sealer.seal(position, uid);
    },
    open: (seq) => {
      const position = sealer.open(seq, uid);
      if (position?.length !== BYTES) return undefined;
      const id = position.readBigUInt64BE(8);
      return id > LARGEST_ID
        ? undefined
        : {
            xid: String(position.readBigUInt64BE(0)),
            id: Number(id),
          };
    },
  };
}
