import type { TrustMark } from "@commonlane/contract/profiles";
import { type RawBuilder, sql } from "kysely";

/** SQL for the ids of the marks that a user holds at an instant, also hidden ones. */
export const heldMarkIds = (uid: RawBuilder<unknown>, at: Date | RawBuilder<unknown>) =>
  sql`(select mark_id from mark_grant where mark_grant.uid = ${uid} and expires_at > ${at})`;

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
