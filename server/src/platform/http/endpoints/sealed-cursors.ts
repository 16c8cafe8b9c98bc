import type { Db } from "../../db/database.ts";
import { Sealer } from "../../sealer.ts";
import { getServerKey } from "../../server-keys.ts";
import { refuseCursor } from "../pagination.ts";

/** Who reads which list. A cursor continues only there. */
interface CursorContext {
  readonly db: Db;
  readonly call: string;
  readonly uid: string | undefined;
}

const contextOf = ({ call, uid }: CursorContext) => `${call} ${uid ?? ""}`;

async function openSealer(db: Db) {
  return new Sealer(await getServerKey(db, "cursors"));
}

/**
 * Cursors contain times and ids of rows, also of some that are not shown. They leave the server sealed, and come back
 * to the handlers as they made them.
 */
export async function sealCursor(context: CursorContext, cursor: string): Promise<string> {
  const sealer = await openSealer(context.db);
  return sealer.seal(Buffer.from(cursor, "base64url"), contextOf(context));
}

const CURSOR_FIELDS = ["nextCursor", "newerCursor"];

/** The reply with its cursors sealed, if it is a page with some. */
export async function withSealedCursors<Reply>(
  context: CursorContext,
  reply: Reply,
): Promise<Reply> {
  const sealed: Record<string, string> = {};
  for (const field of CURSOR_FIELDS) {
    const cursor = readField(reply, field);
    if (cursor !== undefined) sealed[field] = await sealCursor(context, cursor);
  }
  return Object.keys(sealed).length === 0
    ? reply
    : {
        ...reply,
        ...sealed,
      };
}

/**
 * The input with the cursor as its handler made it, if the query has one.
 * @throws Problem invalid_input for a cursor of another list, of another user, or of no one
 */
export async function withOpenCursor<Input>(context: CursorContext, input: Input): Promise<Input> {
  const query = isObject(input) && "query" in input ? input.query : undefined;
  const sealed = readField(query, "cursor");
  if (sealed === undefined || !isObject(query)) return input;
  const sealer = await openSealer(context.db);
  const cursor = sealer.open(sealed, contextOf(context));
  if (!cursor) throw refuseCursor();
  return {
    ...input,
    query: {
      ...query,
      cursor: cursor.toString("base64url"),
    },
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function readField(value: unknown, name: string): string | undefined {
  const field: unknown = isObject(value) ? Reflect.get(value, name) : undefined;
  return typeof field === "string" ? field : undefined;
}
