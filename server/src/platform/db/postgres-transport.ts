import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Transport } from "../bus/bus.ts";
import { type Connection, type Db, listen } from "./database.ts";

const CHANNEL = "bus";
/** A PostgreSQL notification carries less than 8,000 bytes. */
const CHUNK_PATTERN = /.{1,7800}/gs;

interface PartialMessage {
  readonly number: number;
  readonly pieces: string[];
}

/**
 * Carries texts through PostgreSQL notifications, in chunks if they are long. Nothing is stored: a process that is not
 * connected misses them.
 */
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
      const pieces = splitText(text).map(
        (piece, at, all) => `${processId} ${number} ${all.length - 1 - at} ${piece}`,
      );
      number++;
      // Sent in one transaction, so that they arrive together and in order.
      await sql`select pg_notify(${CHANNEL}, piece) from unnest(${pieces}::text[]) as piece`.execute(
        db,
      );
    },
    close: stopListening,
  };
}

/** Escapes non-ASCII characters, so that each character is one byte. */
function splitText(text: string): string[] {
  const plain = text.replaceAll(
    /[^\0-\u007f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return plain.match(CHUNK_PATTERN) ?? [];
}

/** Returns the complete text with its last chunk; drops an incomplete one when the next text of its sender starts. */
function joinPieces(partials: Map<string, PartialMessage>, payload: string): string | undefined {
  const [, sender = "", number, piecesLeft, piece = ""] =
    /^(\S+) (\d+) (\d+) (.*)$/s.exec(payload) ?? [];
  const partial = partials.get(sender);
  const current =
    partial?.number === Number(number)
      ? partial
      : {
          number: Number(number),
          pieces: [],
        };
  current.pieces.push(piece);
  if (piecesLeft !== "0") {
    partials.set(sender, current);
    return undefined;
  }
  partials.delete(sender);
  return current.pieces.join("");
}

/**
 * Identifies the database: equal for all processes connected to it and, where possible, different for copies of it and for other databases.
 */
export async function readDatabaseFingerprint(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select md5(concat_ws(' ', oid, datname, (select min(timestamp) from kysely_migration))) as mark
    from pg_database where datname = current_database()`.execute(db);
  if (!rows[0]) throw new Error("The database did not report its name.");
  return rows[0].mark;
}
