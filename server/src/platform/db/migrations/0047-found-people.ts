import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const EARLIER = "call = 'moderation.people' and said ? 'query'";
const statements = [
  // The people that a moderator's search found: its text is erased with any of them.
  `alter table moderator_act add found uuid[]`,

  // Earlier searches: whoever they would find today. What finds nobody is erased, because nobody could have it erased later.
  `update moderator_act set found = array(
      select account.uid from account left join profile using (uid)
      where position(lower(said ->> 'query') in account.email) > 0
        or position(lower(said ->> 'query') in lower(concat_ws(' ', first_name, last_name))) > 0
        or account.uid::text = lower(said ->> 'query'))
    where ${EARLIER}`,
  `update moderator_act set said = '{}' where ${EARLIER} and found = '{}'`,
];
