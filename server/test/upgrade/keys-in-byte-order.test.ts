import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { DatabaseError } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { findVerifiedUid } from "#modules/accounts/index.ts";
import { type Connection, connect, type Db, migrate } from "#platform/db/database.ts";
import { appliedMigrations, migrateTo } from "#platform/db/migrate.ts";
import { createTestContext } from "../app/test-context.ts";
import { TEST_DATABASE_PREFIX } from "../app/global-setup.ts";
import { getTestServer } from "../app/test-database.ts";

test("[domain/database:keys] no unique key depends on the database's text order", async () => {
  const { ctx } = await createTestContext();
  const { rows } = await sql<{ column: string }>`
    select distinct relname || '.' || coalesce(attname, 'expression') as column
    from pg_index join pg_class on pg_class.oid = indrelid
    cross join unnest(indkey::int2[], indcollation::oid[]) as key (attribute, collation_id)
    join pg_collation on pg_collation.oid = collation_id
    left join pg_attribute on attrelid = indrelid and attnum = attribute
    where indisunique and relnamespace = 'public'::regnamespace and collname = 'default'
    order by 1`.execute(ctx.db);
  expect(rows.map(({ column }) => column)).toEqual([]);
});

/** Sorts like a dictionary. The other version of its rules does not look at hyphens and full stops. */
const ORDERS = { before: "de", after: "de-u-ka-shifted" };

/** An operator's database in a language of ICU; small tables are searched by their indexes, too. */
async function createGermanDatabase(): Promise<Connection> {
  const database = `${TEST_DATABASE_PREFIX}${crypto.randomUUID().replaceAll("-", "")}`;
  const server = connect(getTestServer(), { max: 1 });
  await sql`create database ${sql.id(database)} template template0 encoding 'UTF8' locale_provider icu
    icu_locale ${sql.lit(ORDERS.before)} locale 'C'`.execute(server);
  for (const way of ["enable_seqscan", "enable_bitmapscan"])
    await sql`alter database ${sql.id(database)} set ${sql.id(way)} = off`.execute(server);
  onTestFinished(async () => {
    await sql`drop database ${sql.id(database)} with (force)`.execute(server);
    await server.destroy();
  });
  return { ...getTestServer(), database };
}

/** As an upgrade of the operating system does: the rules change, the indexes stay as they are. */
async function changeOrder(connection: Connection, locale: string): Promise<void> {
  await withDb(connection, (db) =>
    sql`update pg_database set datlocale = ${locale} where datname = current_database()`.execute(
      db,
    ),
  );
}

async function withDb<T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(connection, { max: 1 });
  return work(db).finally(() => db.destroy());
}

const EMAILS = Array.from(
  { length: 400 },
  (_, n) => `${["a.b", "a-b", "ab", "a_b", "a.c"][n % 5]}${n}@uni.example`,
);

const insertAccounts = (db: Db, emails: readonly string[]) =>
  sql`insert into account (uid, email, password_hash, email_verified, created_at)
    select gen_random_uuid(), email, '', true, now() from unnest(${emails}::text[]) email`.execute(
    db,
  );

/** E-mail addresses whose account is not found. */
async function findMissed(connection: Connection): Promise<string[]> {
  const { ctx } = await createTestContext();
  return withDb(connection, async (db) => {
    const missed: string[] = [];
    for (const email of EMAILS)
      if ((await findVerifiedUid({ ...ctx, db }, email)) === undefined) missed.push(email);
    return missed;
  });
}

/** E-mail addresses that a second account can have. */
async function findDoubled(connection: Connection): Promise<string[]> {
  return withDb(connection, async (db) => {
    const doubled: string[] = [];
    for (const email of EMAILS) {
      const refusal = await insertAccounts(db, [email]).catch((error: unknown) => error);
      if (!(refusal instanceof DatabaseError)) doubled.push(email);
    }
    return doubled;
  });
}

test("accounts are found, and their addresses used once, after an upgrade that changes the text order", async () => {
  const connection = await createGermanDatabase();
  await withDb(connection, (db) => migrate(db));
  await withDb(connection, (db) => insertAccounts(db, EMAILS));
  await changeOrder(connection, ORDERS.after);
  expect(await findMissed(connection)).toEqual([]);
  expect(await findDoubled(connection)).toEqual([]);
});

test("this release repairs the keys of a database whose text order had changed before", async () => {
  const connection = await createGermanDatabase();
  await withDb(connection, (db) => migrateTo(db, "0062-early-completion"));
  await withDb(connection, (db) => insertAccounts(db, EMAILS));
  await changeOrder(connection, ORDERS.after);
  expect((await findMissed(connection)).length).toBeGreaterThan(0);

  await withDb(connection, (db) => migrate(db));
  expect(await findMissed(connection)).toEqual([]);
  expect(await findDoubled(connection)).toEqual([]);
});

test("two accounts that got one address that way are named, and nothing is changed", async () => {
  const connection = await createGermanDatabase();
  await withDb(connection, (db) => migrateTo(db, "0062-early-completion"));
  await withDb(connection, (db) => insertAccounts(db, EMAILS));
  await changeOrder(connection, ORDERS.after);
  expect((await findDoubled(connection)).length).toBeGreaterThan(0);

  await withDb(connection, async (db) => {
    await expect(migrate(db)).rejects.toThrow(
      /^rows that must differ have the same key \(Key \(email\)=\(\S+@uni\.example\) is duplicated\.\)/,
    );
    expect(await appliedMigrations(db)).not.toContain("0070-keys-in-byte-order");

    // What the operator's guide says.
    await sql.raw(readGuide("update account set email")).execute(db);
    await migrate(db);
  });
  expect(await findMissed(connection)).toEqual([]);
});

/** The statement of the operator's guide that begins with these words. */
function readGuide(beginning: string): string {
  const guide = readFileSync(join(import.meta.dirname, "../../../docs/operate.md"), "utf8");
  const statement = guide.split("```").find((block) => block.includes(beginning));
  if (statement === undefined) throw new Error(`The guide has no "${beginning}".`);
  return statement.slice(statement.indexOf("\n"));
}
