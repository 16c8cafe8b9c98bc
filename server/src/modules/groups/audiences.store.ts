import type { MembersOf, OwnAudience } from "@commonlane/contract/audiences";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { heldGroupIds, lockGroupMembership } from "./valid-members.store.ts";
import { heldMarkIds, lockMarkGrants } from "#modules/trust-marks/index.ts";
import { createDataLoader } from "#platform/dataloader.ts";
import type { Context } from "#platform/context.ts";

/**
 * Ids of the trust marks and groups whose member a user is at an instant. Everything that is for members only is
 * decided with this expression, so that who has left finds nothing from that moment.
 */
export function heldAudienceIds(uid: RawBuilder<unknown>, at: Date | RawBuilder<unknown>) {
  return sql`(${heldMarkIds(uid, at)} union all ${heldGroupIds(uid, at)})`;
}

/** Whether a column with the id of an audience is null, or names one of this user. */
export const isForMember = (
  column: RawBuilder<unknown>,
  uid: RawBuilder<unknown>,
  at: Date | RawBuilder<unknown>,
) => sql<SqlBool>`(${column} is null or ${column} in ${heldAudienceIds(uid, at)})`;

/** Whether a column names an existing audience of which this user is no member. One that was removed ends nothing. */
export function isForOthers(column: RawBuilder<unknown>, uid: RawBuilder<unknown>, at: Date) {
  return sql<SqlBool>`
    (not ${isForMember(column, uid, at)}
      and ${describeAudience(column)} is not null)`;
}

/** The kind and name of an audience as JSON; null if it has been removed. */
export function describeAudience(id: RawBuilder<unknown>) {
  return sql<Omit<MembersOf, "id"> | null>`(
  select json_build_object('kind', 'mark', 'name', name) from trust_mark where trust_mark.id = ${id}
  union all select json_build_object('kind', 'group', 'name', name) from member_group where member_group.id = ${id})`;
}

/** Inside a transaction the membership is locked until its end, so that it cannot be lost before what depends on it. */
export async function isMember(
  { db, now }: Context,
  uid: string,
  audienceId: string,
): Promise<boolean> {
  if (db.isTransaction) {
    await lockGroupMembership({ db }, uid, audienceId);
    await lockMarkGrants({ db }, uid);
  }
  const { rows } = await sql`
      select
      where ${audienceId}::uuid in ${heldAudienceIds(sql`${uid}::uuid`, now())}`.execute(db);
  return rows.length > 0;
}

/** Whether something is for everyone (null), or for an audience that the user belongs to. */
export const isOpenTo = async (
  ctx: Context,
  uid: string,
  membersOf: string | null,
): Promise<boolean> => membersOf === null || isMember(ctx, uid, membersOf);

/** Those of the pairs of which the user is a member. */
export async function filterMembers<
  P extends {
    readonly membersOf: string;
    readonly uid: string;
  },
>({ db, now }: Context, pairs: readonly P[]): Promise<ReadonlySet<P>> {
  if (pairs.length === 0) return new Set();
  const { rows } = await sql<{ nth: number }>`
    select nth
    from unnest(
      ${pairs.map(({ membersOf }) => membersOf)}::uuid[],
      ${pairs.map(({ uid }) => uid)}::uuid[])
      with ordinality as asked (id, uid, nth)
    where asked.id in ${heldAudienceIds(sql`asked.uid`, now())}`.execute(db);
  const kept = new Set(rows.map(({ nth }) => nth - 1));
  return new Set(pairs.filter((_, n) => kept.has(n)));
}

/** The audience with its name, to show to its members; undefined if something is for everyone. */
export const findAudience = async (
  { db }: Context,
  id: string | null,
): Promise<MembersOf | undefined> => (id === null ? undefined : loadAudience(db, id));

const loadAudience = createDataLoader(async (db, ids: readonly string[]): Promise<MembersOf[]> => {
  const { rows } = await sql<{
    id: string;
    described: Omit<MembersOf, "id"> | null;
  }>`
    select id, ${describeAudience(sql`asked.id`)} as described
    from unnest(${ids}::uuid[]) as asked (id)`.execute(db);
  const byId = new Map(rows.map(({ id, described }) => [id, described]));
  return ids.map((id) => toMembersOf(id, byId.get(id)));
});

export const toMembersOf = (
  id: string,
  described: Omit<MembersOf, "id"> | null | undefined,
): MembersOf => ({
  id,
  kind: described?.kind ?? null,
  name: described?.name ?? null,
});

/** The audiences that a user can choose, by name. */
export async function findOwnAudiences({ db, now }: Context, uid: string): Promise<OwnAudience[]> {
  const { rows } = await sql<OwnAudience>`
    select id, described ->> 'kind' as kind, described ->> 'name' as name
    from (
      select id, ${describeAudience(sql`held.id`)} as described
      from ${heldAudienceIds(sql`${uid}::uuid`, now())} as held (id)) as own
    where described is not null
    group by 1, 2, 3 order by name, id`.execute(db);
  return rows;
}
