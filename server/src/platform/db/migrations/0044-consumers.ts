import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // When a process that runs this follower last said so: one that nobody runs any more must not keep events for ever.
  `alter table follower add column seen_at timestamptz not null default now()`,
  // Events that a follower failed at again and again, for an operator to look at. What they tell stays in event.
  `create table event_set_aside (
    follower text not null, seq text not null, type text not null, announced_at timestamptz not null,
    error text not null, set_aside_at timestamptz not null, primary key (follower, seq))`,
  `create index event_set_aside_by_age on event_set_aside (set_aside_at)`,
];
