import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Transport } from "../bus/bus.ts";
import { type Connection, type Db, listen } from "./database.ts";

const CHANNEL = "bus";
/** A notification of PostgreSQL carries less than 8,000 bytes. */
const CHUNK_PATTERN = /.{1,7800}/gs;

interface PartialMessage {
  readonly number: number;
  readonly pieces: string[];
}

/** Carries texts by PostgreSQL's notifications, in pieces where they are long. Nothing is kept: who is not there misses it. */
export async function openPostgresTransport(connection: Connection, db: Db): Promise<Transport> {
  const processId = randomUUID();
  const partials = new Map<string, PartialMessage>();
  let deliver: ((text: string) => void) | undefined;
  let number = 0;
  const stopListening = await listen(connection, CHANNEL, (payload) => {
    const text = payload === undefined ? undefined : joinPieces(partials, payload);
    if (text !== undefined) deliver?.(text);
  });
  return {
    ready: true,
    onReceive: (receive) => void (deliver = receive),
    async send(text) {
      const pieces = splitText(text).map((piece, at, all) => `${processId} ${number} ${all.length - 1 - at} ${piece}`);
      number++;
      // In one transaction, so that they arrive together and in their order.
      await sql`select pg_notify(${CHANNEL}, piece) from unnest(${pieces}::text[]) as piece`.execute(db);
    },
    close: stopListening,
  };
}

/** JSON may say any letter in plain ones, of which each is a byte. */
function splitText(text: string): string[] {
  const plain = text.replaceAll(/[^\0-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return plain.match(CHUNK_PATTERN) ?? [];
}

/** The whole text with its last piece; what misses one is dropped when the next text of its sender begins. */
function joinPieces(partials: Map<string, PartialMessage>, payload: string): string | undefined {
  const [, sender = "", number, piecesLeft, piece = ""] = /^(\S+) (\d+) (\d+) (.*)$/s.exec(payload) ?? [];
  const partial = partials.get(sender);
  const current = partial?.number === Number(number) ? partial : { number: Number(number), pieces: [] };
  current.pieces.push(piece);
  if (piecesLeft !== "0") {
    partials.set(sender, current);
    return undefined;
  }
  partials.delete(sender);
  return current.pieces.join("");
}
