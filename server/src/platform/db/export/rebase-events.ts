import type { Client } from "pg";

/**
 * Converts imported events and offsets to this cluster's transaction ids, so that new events come after everything that
 * consumers have read. Event numbers and the reading order stay the same: an event gets the same transaction as the one
 * before it unless that would swap the two. So each consumer continues exactly where it was, without repeating or
 * losing events.
 */
export async function rebaseEvents(client: Client): Promise<void> {
  await client.query(`create temp table rebased on commit drop as
    select xid, id, sum(swapped::int) over (order by xid, id) as step
    from (select xid, id, coalesce(id < lag(id) over (order by xid, id), false) as swapped from event) ordered`);
  await client.query("alter table rebased alter step type bigint, add primary key (xid, id)");
  await client.query("analyze rebased, event");
  const top = await reserveTransactionNumber(client);
  await client.query(
    `update event_consumer set (xid, id) = (
       select coalesce(max($1::bigint - last.step + read.step), 0)::text::xid8, coalesce(max(read.id), 0)
       from (select coalesce(max(step), 0) as step from rebased) last,
         lateral (select step, id from rebased where (rebased.xid, rebased.id) <= (event_consumer.xid, event_consumer.id)
                  order by rebased.xid desc, rebased.id desc limit 1) read)`,
    [top],
  );
  await client.query(
    `update event set xid = ($1::bigint - last.step + rebased.step)::text::xid8
     from rebased, (select coalesce(max(step), 0) as step from rebased) last
     where (event.xid, event.id) = (rebased.xid, rebased.id)`,
    [top],
  );
}

/** A transaction id of this cluster with enough ids below it for every step; uses some up in a young cluster. */
async function reserveTransactionNumber(client: Client): Promise<number> {
  const { rows } = await client.query<{
    current: number;
    steps: number;
  }>(
    `select pg_current_xact_id()::text::float8 as current, (coalesce(max(step), 0) + 3)::float8 as steps from rebased`,
  );
  const { current, steps } = rows[0] ?? {
    current: 0,
    steps: 0,
  };
  if (steps < current) return current;
  const missingNumbers = steps - current;
  // Each subtransaction that writes takes an id of its own.
  await client.query(`create temp table used_up (n int) on commit drop`);
  await client.query(`do $$ begin
    for n in 1..${missingNumbers + 1} loop
      begin insert into used_up values (n); exception when others then raise; end;
    end loop; end $$`);
  return current + missingNumbers;
}
