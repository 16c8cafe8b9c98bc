import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { VOIDED_TABLES } from "./restored-access.ts";

/** Tables with secrets that a restore leaves, and why. */
const KEPT: Readonly<Record<string, string>> = {
  account: "passwords that were changed since are void by the journal",
  authenticator_app: "only with the password",
  captcha_secret: "lets no one in",
  community_logo: "a picture",
  community_event: "the name of an occurrence in a calendar",
  feed_receiver: "reads listed rides, which are public; the console shows who does",
  idempotency_key: "lets no one in",
  imported_member: "deletes data that another platform sent, and lets no one in",
  invite: "revoked ones are in the journal",
  login_attempt: "counts attempts",
  meeting_point: "its id in open data",
  member_group: "managers replace the link of a group",
  neighbour: "the other side's key, and a sealed key for asking it",
  neighbour_key: "signs searches for listed rides, and lets no one in",
  notification_key: "signs links that unsubscribe",
  passkey: "removed ones are in the journal",
  phone_verification_key: "lets no one in",
  pow_rate: "counts requests",
  provider_session: "is deleted with its session",
  rate_count: "counts requests",
  recovery_code: "only with the password",
  server_secret: "seals cursors and positions, which let no one in",
  setup_key: "is not part of a backup",
  sign_in_provider: "the client's secret at the institution",
  stranger_contact: "lets no one in",
  text_message: "counts text messages",
  trusted_contact: "removed ones are in the journal",
};

/** Keys of names and searches, which let no one in. */
const isPlace = (name: string) =>
  /^(?:place|house_number|popular_route|saved_search|shared_device)/.test(name);

test("[domain/restore:decided] every table with a secret is voided by a restore, or says why not", async () => {
  const { ctx } = await createTestContext();
  const { rows } = await sql<{ name: string }>`
    select distinct table_name::text as name from information_schema.columns
    where table_schema = current_schema() and column_name ~ '(^|_)(token|secret|hash|key)$'
      and table_name not in (select matviewname from pg_matviews)
    order by 1`.execute(ctx.db);
  const decided = new Set<string>([...VOIDED_TABLES, ...Object.keys(KEPT)]);
  expect(
    rows.map(({ name }) => name).filter((name) => !decided.has(name) && !isPlace(name)),
  ).toEqual([]);
});
