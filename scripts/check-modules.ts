import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Each table is written by one module only: the one that owns it. Other modules call its functions or statements, which
 * a door (the `index.ts` of a module or of a folder in it) exports, at most `DOOR_MAX` of them.
 */

const ROOT = join(import.meta.dirname, "..");

const TABLES_BY_OWNER: Readonly<Record<string, string>> = {
  accounts:
    "account account_event authenticator_app email_link known_device login_attempt one_time_code passkey passkey_challenge recovery_code session shared_device signing_key",
  "active-drivers": "active_driver",
  administration: "setup_key test_email",
  "api-keys": "api_key",
  webhooks: "webhook webhook_delivery webhook_subject",
  calendar: "calendar_entry calendar_feed",
  captcha: "captcha_secret pow_rate used_pow",
  chat: "conversation conversation_member message",
  community: "announcement community invite",
  consents: "consent legal_version",
  "event-calendars": "event_calendar",
  events: "community_event",
  groups: "group_join_request group_member member_group",
  legal: "legal_text",
  "member-imports": "imported_member",
  moderation: "audit_log_entry content_removal moderator moderator_action",
  neighbours: "neighbour neighbour_key neighbour_nonce",
  notifications:
    "notification notification_delivery notification_key notification_preference push_subscription",
  "personal-data": "data_export",
  "phone-verification": "phone_code phone_verification_key text_message",
  "meeting-point-sources": "meeting_point_source",
  "pickup-points": "meeting_point",
  places: "house_number place place_area place_build place_import place_name",
  platform:
    "backup_run community_logo community_setting dev_email event event_consumer failed_event idempotency_key rate_count revocation server_secret",
  privacy: "block stranger_contact",
  profiles: "photo profile vehicle",
  ratings: "rating rating_appeal",
  reliability: "reliability_event",
  reports: "report",
  "ride-feeds": "feed_receiver listed_ride",
  "ride-requests": "offer ride_request",
  "ride-series": "ride_series ride_template",
  rides: "ride",
  "saved-searches": "popular_route request_alert ride_alert saved_search",
  "seat-requests": "commitment reminder seat_request standby",
  "sign-in-providers":
    "linked_identity pending_sign_in provider_session sign_in_provider unconfirmed_identity",
  "trip-outcomes": "trip_outcome",
  "trip-safety": "ride_share trip_progress trusted_contact",
  "trust-marks": "hidden_mark mark_grant trust_mark",
};
/** Erases a user's data in the tables of all modules, from one inventory (decision 27), migrates them, or restores them. */
const MAY_WRITE_ALL =
  /^server\/src\/(?:modules\/personal-data\/data-inventory|platform\/db\/(?:migrations|restored-access))\//;

const WRITES = [
  /\binsert\s+into\s+(\w+)/gi,
  /\bupdate\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
  /\bdelete\s+from\s+(\w+)/gi,
  /\b(?:insertInto|updateTable|deleteFrom|deleteBatch)\(\s*(?:[\w.]+,\s*)?"(\w+)"/g,
];

const ownerOf = new Map(
  Object.entries(TABLES_BY_OWNER).flatMap(([owner, tables]) =>
    tables.split(" ").map((table) => [table, owner] as const),
  ),
);

/** The module of a file; everything outside of modules counts as platform. */
const moduleOf = (file: string) => /^server\/src\/modules\/([^/]+)\//.exec(file)?.[1] ?? "platform";

function findForeignWrites(file: string, source: string): string[] {
  if (MAY_WRITE_ALL.test(file)) return [];
  const module = moduleOf(file);
  const tables = new Set(
    WRITES.flatMap((write) => [...source.matchAll(write)].map(([, table = ""]) => table)),
  );
  return [...tables].flatMap((table) => {
    const owner = ownerOf.get(table);
    return owner === undefined || owner === module
      ? []
      : `${file} writes the table ${table}, which belongs to ${owner}.`;
  });
}

const DOOR = /^server\/src\/modules\/[^/]+\/(?:[^/]+\/)?index\.ts$/;
const DOOR_MAX = 25;

function findWideDoors(file: string, source: string): string[] {
  if (!DOOR.test(file)) return [];
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)];
  const names = lists.flatMap(([, list = ""]) => list.split(",")).filter((name) => name.trim());
  return names.length > DOOR_MAX
    ? [`${file} exports ${names.length} names, of at most ${DOOR_MAX}.`]
    : [];
}

/** Tables of the schema without an owner, and owned tables that do not exist. */
function findUnknownTables(schema: string): string[] {
  const existing = new Set(
    [...schema.matchAll(/^\s*create (?:unlogged )?table (\w+)/gm)].map(([, table = ""]) => table),
  );
  return [
    ...[...existing]
      .filter((table) => !ownerOf.has(table))
      .map((table) => `The table ${table} has no owner.`),
    ...[...ownerOf.keys()]
      .filter((table) => !existing.has(table))
      .map((table) => `There is no table ${table}.`),
  ];
}

const readAll = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((file): [string, string] => [
    file,
    readFileSync(join(ROOT, file), "utf8"),
  ]);
const sources = readAll("server/src/**/*.ts").filter(([file]) => !file.endsWith(".test.ts"));
const schema = [
  ...readAll("server/src/platform/db/schema/sql/*.sql"),
  ...readAll("server/src/platform/db/migrations/*.ts"),
]
  .map(([, text]) => text)
  .join("\n");

const problems = [
  ...sources.flatMap(([file, source]) => findForeignWrites(file, source)),
  ...sources.flatMap(([file, source]) => findWideDoors(file, source)),
  ...findUnknownTables(schema),
];
// A checker that no longer works would pass everything, so it must find planted faults first.
const planted = [
  "sql`update ride set status = 'x'`",
  "sql`with x as (insert into ride (id) values (1))`",
  'db.deleteFrom("ride")',
].filter(
  (source) => findForeignWrites("server/src/modules/chat/planted.store.ts", source).length !== 1,
);
if (planted.length > 0) problems.push("The check of table owners does not find planted faults.");
const wideDoor = `export { ${Array.from({ length: DOOR_MAX + 1 }, (_, n) => `n${n}`).join(", ")} } from "./n.ts";`;
if (findWideDoors("server/src/modules/chat/index.ts", wideDoor).length !== 1)
  problems.push("The check of doors does not find planted faults.");
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0)
  process.stdout.write(`${ownerOf.size} tables, each written by its owner only.\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
