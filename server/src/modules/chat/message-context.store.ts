import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { MessageRow } from "./messages.store.ts";

const CONTEXT_MESSAGES = 10;

/** A message and the few before it that this user may read, oldest first; empty if the message does not exist. */
export async function messageWithContext({ db }: Context, messageId: string, uid: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select line.* from message asked
      join conversation_member me on me.conversation_id = asked.conversation_id and me.uid = ${uid}
      join message line on line.conversation_id = asked.conversation_id
        and line.ordinal between asked.ordinal - ${CONTEXT_MESSAGES}::int and asked.ordinal
    where asked.id = ${messageId} and asked.kind <> 'note'
      and asked.ordinal <= coalesce(me.left_ordinal, asked.ordinal)
    order by line.ordinal`.execute(db);
  return rows;
}
