import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A code belongs to the browser that asked for it, and one that was verified to the browser that did. Codes of the
  // release before belong to no browser; they can be used as from another device.
  `alter table one_time_code add flow_hash text not null default '', add proof_hash text,
    drop constraint one_time_code_pkey, add primary key (email, purpose, flow_hash)`,
  `delete from one_time_code where purpose = 'email-link'`,

  // Forgotten by a crash anyway; each count now says how many are free and from when on the next one may be counted.
  `drop table guess`,
  `create unlogged table guess (
    key text primary key,
    tries int not null check (tries >= 0),
    free int not null check (free > 0),
    next_at timestamptz not null,
    ends_at timestamptz not null
  ) with (fillfactor = 50)`,
  `create index guess_by_end on guess (ends_at)`,

  // Letters are counted there, too.
  `drop table code_request`,

  // Browsers that have signed in to an account before; each holds a secret of its own for each account.
  `create table known_device (
    token_hash text primary key, uid uuid not null references account on delete cascade,
    used_at timestamptz not null)`,
  `create index known_device_by_uid on known_device (uid, used_at desc)`,
  `create index known_device_by_use on known_device (used_at)`,
];
