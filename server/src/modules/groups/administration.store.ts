import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { type GroupPage, isAfter } from "./groups.store.ts";
import { isActingManager, isActiveAccount, isValidMember } from "./valid-members.store.ts";

export interface AdministeredGroupRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly is_listed: boolean;
  readonly created_at: Date;
  readonly members: number;
  readonly managers: readonly string[];
}

const MANAGERS_SHOWN = 10;

/** All groups by name, with the managers who can act, the earliest first. */
export async function findAllGroups(
  { db, now }: Context,
  { limit, after }: GroupPage,
): Promise<AdministeredGroupRow[]> {
  const { rows } = await sql<AdministeredGroupRow>`
    select id, name, description, is_listed, created_at,
      (
        select count(*)::int
        from group_member
        join account on account.uid = group_member.uid
        where group_member.group_id = member_group.id
          and ${isValidMember(now())}
          and ${isActiveAccount}) as members,
      array(
        select group_member.uid
        from group_member
        where group_member.group_id = member_group.id
          and ${isActingManager(now())}
        order by joined_at, uid
        limit ${MANAGERS_SHOWN}) as managers
    from member_group
    where ${isAfter(after)}
    order by lower(name), id
    limit ${limit}`.execute(db);
  return rows;
}
