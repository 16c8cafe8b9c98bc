import { translatable } from "@commonlane/contract/message";
import type { TrustMark } from "@commonlane/contract/profiles";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { onConstraintViolation } from "#platform/db/on-constraint-violation.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import { Problem } from "#platform/http/problem.ts";

export type MarkRow = Selectable<Schema["trust_mark"]>;
export type CountedMark = MarkRow & { readonly holders: number };

/** All marks with the number of members who hold them, by name. */
export function findMarks({ db, now }: Context): Promise<CountedMark[]> {
  return db
    .selectFrom("trust_mark")
    .selectAll()
    .select(
      sql<number>`
        (
          select count(distinct uid)::int
          from mark_grant
          where mark_id = trust_mark.id and expires_at > ${now()})`.as("holders"),
    )
    .orderBy("name")
    .execute();
}

/** All marks as members see them, by name. */
export function findPublicMarks({ db }: Context): Promise<TrustMark[]> {
  return db.selectFrom("trust_mark").select(["id", "name", "meaning"]).orderBy("name").execute();
}

/** Marks that moderators may grant, by name. */
export function findGrantableMarks({ db }: Context): Promise<TrustMark[]> {
  return db
    .selectFrom("trust_mark")
    .select(["id", "name", "meaning"])
    .where("by_team", "=", true)
    .orderBy("name")
    .execute();
}

export function findMark({ db }: Context, id: string): Promise<MarkRow | undefined> {
  return db.selectFrom("trust_mark").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Marks with a rule for this provider. */
export function findMarksOfProvider(
  { db }: Context,
  providerId: string,
): Promise<Pick<MarkRow, "id" | "claim_rules">[]> {
  return db
    .selectFrom("trust_mark")
    .select(["id", "claim_rules"])
    .where(sql<boolean>`claim_rules @> ${JSON.stringify([{ providerId }])}::jsonb`)
    .execute();
}

/** Those of the ids that are no providers. */
export async function findUnknownProviders(
  { db }: Context,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from unnest(${ids}::text[]) as id
    where id not in (select id from sign_in_provider)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks are added one at a time, so that their number stays limited. */
export async function lockMarks({ db }: InTransaction): Promise<void> {
  await sql`lock table trust_mark in share row exclusive mode`.execute(db);
}

export type MarkValues = Omit<MarkRow, "id">;

const NAME_TAKEN = translatable("Another trust mark has this name.");

function taken() {
  return new Problem("invalid_input", { fields: { name: NAME_TAKEN } });
}

const toColumns = (values: MarkValues) => ({
  ...values,
  claim_rules: JSON.stringify(values.claim_rules),
});

/** Throws invalid_input if another mark has the name. */
export function insertMark({ db }: InTransaction, values: MarkValues): Promise<MarkRow> {
  const inserted = db
    .insertInto("trust_mark")
    .values(toColumns(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  return onConstraintViolation("trust_mark_by_name", inserted, taken);
}

/** Throws invalid_input if another mark has the name. */
export async function updateMark(
  { db }: InTransaction,
  id: string,
  values: MarkValues,
): Promise<void> {
  const updated = db
    .updateTable("trust_mark")
    .set(toColumns(values))
    .where("id", "=", id)
    .execute();
  await onConstraintViolation("trust_mark_by_name", updated, taken);
}

/** Locks a mark until the transaction ends, so that no grant by its old rules comes in between. */
export function lockMark({ db }: InTransaction, id: string): Promise<MarkRow | undefined> {
  return db
    .selectFrom("trust_mark")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteMark({ db }: InTransaction, id: string): Promise<void> {
  await db.deleteFrom("trust_mark").where("id", "=", id).execute();
}

/** Removes a provider from the rules of all marks. */
export async function deleteRulesOfProvider(
  { db }: InTransaction,
  providerId: string,
): Promise<void> {
  await sql`
    update trust_mark set claim_rules = coalesce((
      select jsonb_agg(rule) from jsonb_array_elements(claim_rules) as rule where rule ->> 'providerId' <> ${providerId}), '[]')
    where claim_rules @> ${JSON.stringify([{ providerId }])}::jsonb`.execute(db);
}

/** SQL for the ids of the marks that a user holds at an instant, also hidden ones. */
export function heldMarkIds(uid: RawBuilder<unknown>, at: Date | RawBuilder<unknown>) {
  return sql`
    (
      select mark_id
      from mark_grant
      where mark_grant.uid = ${uid} and expires_at > ${at})`;
}

/** What the public columns of a user contain of their marks. */
export type ShownMarks = readonly TrustMark[] | null;

/**
 * The marks that a user holds at an instant and shows, by name; null if there are none. Everything that others see of
 * marks, also a filter, is made from this expression, so that an expired or hidden mark is found nowhere.
 */
export const shownMarks = (
  uid: RawBuilder<unknown>,
  at: Date | RawBuilder<unknown>,
) => sql<ShownMarks>`(
  select json_agg(json_build_object('id', trust_mark.id, 'name', name, 'meaning', meaning) order by name)
  from (select distinct mark_id from mark_grant where mark_grant.uid = ${uid} and expires_at > ${at}) as held
  join trust_mark on trust_mark.id = mark_id
  where not exists (select from hidden_mark where hidden_mark.uid = ${uid} and hidden_mark.mark_id = held.mark_id))`;
