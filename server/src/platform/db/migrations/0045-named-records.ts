import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Two people who are told the same share a row.
  `alter table event add column also text`,
  // Nothing looks events up by who is told or by age any more: all readers go on in the order of the primary key.
  `drop index event_by_topic`,
  `drop index event_by_age`,
  // Facts name records instead of holding them; what consumers need to know of that moment stays.
  `update event set fact = fact || jsonb_build_object('seatRequest', jsonb_strip_nulls(jsonb_build_object(
      'id', fact->'seatRequest'->'id', 'rideId', fact->'seatRequest'->'rideId',
      'seekerId', fact->'seatRequest'->'seekerId', 'endedBy', fact->'seatRequest'->'endedBy',
      'held', case when fact->'seatRequest'->>'held' = 'true' then true end,
      'asked', case when fact->'seatRequest'->>'confirmBy' is not null then true end,
      'createdAt', case when fact->>'type' in ('seat-request.accepted', 'seat-request.rejected')
        then fact->'seatRequest'->'createdAt' end,
      'pickupAt', case when fact->>'type' = 'seat-request.cancelled' and fact->'seatRequest'->>'held' is distinct from 'true'
        then coalesce(fact->'seatRequest'->'agreed'->'pickupAt', fact->'seatRequest'->'pickupAt') end)))
    where fact ? 'seatRequest'`,
  `update event set fact = jsonb_build_object('type', fact->'type', 'offer', jsonb_build_object(
      'id', fact->'offer'->'id', 'requestId', fact->'offer'->'requestId')) where fact ? 'offer'`,
  `update event set fact = fact || jsonb_build_object('rideRequest', jsonb_build_object('id', fact->'rideRequest'->'id'))
    where fact ? 'rideRequest'`,
  `update event set fact = fact || jsonb_build_object('notice', jsonb_build_object(
      'id', fact->'notice'->'id', 'kind', fact->'notice'->'kind')) where fact ? 'notice'`,
  `update event set fact = jsonb_build_object('type', fact->'type', 'conversationId', fact->'message'->'conversationId',
      'ordinal', fact->'message'->'ordinal', 'senderUid', fact->'message'->'senderUid') where fact ? 'message'`,
];
