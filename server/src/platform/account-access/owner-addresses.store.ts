import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { AccountLanguage } from "../i18n/caller-language.ts";

export interface OwnerAddress extends AccountLanguage {
  readonly email: string;
  /** The account has another address now, and the change can still be undone from this one. */
  readonly is_former: boolean;
}

/** Where the owner of a verified account reads e-mails about who gets in. */
export async function findOwnerAddresses(
  { db, now }: Context,
  uid: string,
): Promise<OwnerAddress[]> {
  const { rows } = await sql<OwnerAddress>`
    select address.email, address.is_former, locale, browser_language from account
    left join profile on profile.uid = account.uid
    cross join lateral (
      select account.email, false as is_former
      union all
      select distinct email_link.email, true from email_link
      where email_link.uid = account.uid and purpose = 'email-undo' and used_at is null
        and expires_at > ${now()} and email_link.email <> account.email) as address
    where account.uid = ${uid} and email_verified and erased_at is null
    order by is_former`.execute(db);
  return rows;
}
