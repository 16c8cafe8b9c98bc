import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Carrier } from "../bus/bus.ts";
import { type Connection, type Db, listen } from "./database.ts";

const CHANNEL = "bus";
/** A notification of PostgreSQL carries less than 8,000 bytes. */
const PIECE = /.{1,7800}/gs;

interface Unfinished {
  readonly number: number;
  readonly pieces: string[];
}

/** Carries texts by PostgreSQL's notifications, in pieces where they are long. Nothing is kept: who is not there misses it. */
export async function openNotifying(connection: Connection, db: Db): Promise<Carrier> {
  const own = randomUUID();
  const unfinished = new Map<string, Unfinished>();
  let deliver: ((text: string) => void) | undefined;
  let number = 0;
  const hangUp = await listen(connection, CHANNEL, (payload) => {
    const text = payload === undefined ? undefined : joined(unfinished, payload);
    if (text !== undefined) deliver?.(text);
  });
  return {
    ready: true,
    deliver: (arrived) => void (deliver = arrived),
    async carry(text) {
      const pieces = piecesOf(text).map((piece, at, all) => `${own} ${number} ${all.length - 1 - at} ${piece}`);
      number++;
      // In one transaction, so that they arrive together and in their order.
      await sql`select pg_notify(${CHANNEL}, piece) from unnest(${pieces}::text[]) as piece`.execute(db);
    },
    close: hangUp,
  };
}

/** JSON may say any letter in plain ones, of which each is a byte. */
function piecesOf(text: string): string[] {
  const plain = text.replaceAll(/[^\0-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return plain.match(PIECE) ?? [];
}

/** The whole text with its last piece; what misses one is dropped when the next text of its sender begins. */
function joined(unfinished: Map<string, Unfinished>, payload: string): string | undefined {
  const [, from = "", number, left, piece = ""] = /^(\S+) (\d+) (\d+) (.*)$/s.exec(payload) ?? [];
  const known = unfinished.get(from);
  const text = known?.number === Number(number) ? known : { number: Number(number), pieces: [] };
  text.pieces.push(piece);
  if (left !== "0") {
    unfinished.set(from, text);
    return undefined;
  }
  unfinished.delete(from);
  return text.pieces.join("");
}
