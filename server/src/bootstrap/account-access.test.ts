import { readFileSync } from "node:fs";
import { AccessKindName } from "@commonlane/contract/account-access";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { suspendAccount } from "#modules/accounts/index.ts";
import { endAccess } from "#platform/account-access/account-access.ts";
import { transaction } from "#platform/context.ts";
import { lockAccount } from "#platform/db/locks.ts";
import { isWaitingForLock } from "../../test/app/is-waiting-for-lock.ts";
import { createTestApp, type TestApp } from "../../test/app/test-app.ts";
import { accountAccess } from "./account-access.ts";

/** Why a table gives no access to an account, and does not show what its owner does. */
const GRANTS_NOTHING: Readonly<Record<string, string>> = {
  "what members do and say, shown by the rules for each":
    "block conversation conversation_member message ride ride_series ride_template seat_request standby offer ride_request rating reliability_event report trip_progress trip_outcome vehicle photo active_driver community_event rating_appeal commitment",
  "their own settings, lists and notifications, read with a session":
    "notification notification_delivery notification_preference saved_search ride_alert request_alert consent hidden_mark calendar_entry",
  "memberships, which show others nothing of an account":
    "group_member group_join_request mark_grant",
  "roles of the account itself; every change is in the audit log":
    "moderator audit_log_entry moderator_action content_removal",
  "settings of the community, and what its administrators tell other programs and communities":
    "announcement community community_setting listed_ride neighbour trust_mark webhook webhook_delivery webhook_subject",
  "events, backups and e-mails on their way, which only the operator reads":
    "backup_run dev_email event event_consumer failed_event reminder revocation test_email",
  "records of what happened":
    "account_event login_attempt rate_count shared_device stranger_contact idempotency_key",
  "secrets of the server and the community, of no account":
    "captcha_secret imported_member feed_receiver neighbour_key neighbour_nonce notification_key phone_verification_key server_secret signing_key setup_key sign_in_provider invite member_group community_logo text_message used_pow pow_rate",
  "texts and places":
    "event_calendar house_number legal_text legal_version meeting_point meeting_point_source place place_area place_build place_import place_name popular_route",
};

/** Every table of ours: what grants access need not refer to an account, nor look like a secret. */
async function findTables({ db }: TestApp): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%'
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

test("[domain/access:registry] every table is in the registry of what grants access to an account, or says why it grants nothing", async () => {
  const app = await createTestApp();
  const registered = accountAccess.flatMap(({ tables }) => tables);
  const harmless = Object.values(GRANTS_NOTHING).flatMap((tables) => tables.split(" "));
  const decided = [...registered, ...harmless].toSorted();
  expect(decided).toEqual(await findTables(app));
  expect(registered.filter((name) => harmless.includes(name))).toEqual([]);
  expect(new Set(registered).size).toBe(registered.length);
});

const isUnclear = ({ unconfirmedBecause, shown }: (typeof accountAccess)[number]) =>
  unconfirmedBecause === undefined && shown === undefined;

test("every kind of access of the contract has one entry, with what ends it and how the owner learns of it", () => {
  expect(accountAccess.map(({ name }) => name).toSorted()).toEqual(
    AccessKindName.options.toSorted(),
  );
  const outlivesRecovery = accountAccess.flatMap(({ name, endings }) =>
    endings["email-undo"] === "stays" ? [name] : [],
  );
  expect(outlivesRecovery).toEqual([]);
  expect(accountAccess.filter(({ notified }) => notified === "")).toEqual([]);
  // What needs no confirmation says why, and what does is shown to its owner.
  expect(accountAccess.filter(isUnclear)).toEqual([]);
});

test("[domain/access:table] the table of domain.md says what each ending does to each kind", () => {
  const ENDINGS = [
    "email-undo",
    "password-reset",
    "password-change",
    "sign-out-everywhere",
    "suspension",
    "deletion",
  ] as const;
  const documented = readFileSync(new URL("../../../docs/domain.md", import.meta.url), "utf8")
    .split("\n")
    .map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  for (const { name, endings } of accountAccess) {
    const cells = documented.find(([first]) => first === `\`${name}\``);
    expect(cells).toEqual([`\`${name}\``, ...ENDINGS.map((ending) => endings[ending])]);
  }
});

const WAYS_IN = {
  "/api-keys": { name: "Chat bot", scopes: ["rides:read"], validDays: 30 },
  "/calendar-feed": {},
  "/trusted-contacts": { name: "Mum", email: "mum@example.org" },
  "/identity/exports": undefined,
};
const ENDED_BY = ["password-change", "sign-out-everywhere", "suspension"] as const;

test.each(
  Object.entries(WAYS_IN).flatMap(([path, body]) =>
    ENDED_BY.map((ending) => ({ path, body, ending })),
  ),
)(
  "[domain/access:at-once] what is added at $path at the moment of a $ending is refused",
  async ({ path, body, ending }) => {
    const app = await createTestApp({ settings: { API_KEYS: "on" } });
    const owner = await app.createUser();
    const { uid } = owner;
    const commit = Promise.withResolvers<void>();
    const isEnding = Promise.withResolvers<void>();
    const working = transaction(app.ctx, async (ctx) => {
      if (ending === "suspension") await suspendAccount(ctx, uid, "test");
      if (ending === "password-change") await lockAccount(ctx, uid);
      await endAccess(ctx, ending, { uid, reason: "test" });
      isEnding.resolve();
      await commit.promise;
    });
    await isEnding.promise;
    const adding = app.call("POST", path, { as: owner, body });
    await vi.waitUntil(() => isWaitingForLock(app));
    commit.resolve();
    await working;
    expect(await adding).toMatchObject({ status: 401, body: { code: "signed_out" } });
  },
);
