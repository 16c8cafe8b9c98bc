import { type RawBuilder, sql } from "kysely";
import type { Context } from "#platform/context.ts";

/** What the community lets members or only moderators create. */
type Creation = "event" | "group";

/** SQL condition that the community lets this user create events, or groups. */
export const isCreator = (of: Creation, uid: string): RawBuilder<boolean> => sql<boolean>`(
  coalesce((select ${sql.ref(`${of}_creators`)} from community), 'members') = 'members'
  or exists (select from moderator where moderator.uid = ${uid}))`;

export async function mayCreate({ db }: Context, of: Creation, uid: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select ${isCreator(of, uid)} as may`.execute(db);
  return rows[0]?.may ?? false;
}
