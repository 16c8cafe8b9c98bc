import { createServer } from "node:net";
import { sql } from "kysely";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, getTestServer } from "../../../test/app/test-database.ts";
import { freePort } from "../../../test/services/redis.ts";
import { listenLocally } from "../../../test/services/listen-locally.ts";
import { assertSupportedServer } from "./assert-supported.ts";
import { connect, listen } from "./database.ts";
import { buildDatabaseUrl, isDatabaseUrl, readDatabaseUrl } from "./read-database-url.ts";

/** The URL of a test's database with other servers before it. */
const withHosts = (url: string, ...hosts: readonly string[]): string =>
  url.replace("@", `@${hosts.map((host) => `${host},`).join("")}`);

test("one host or several are an address of PostgreSQL", () => {
  for (const url of [
    "postgres://ada:secret@db.example.org:5432/rides",
    "postgresql://ada@one.example.org,two.example.org:5433/rides?sslmode=verify-full",
    "postgres://%2Fvar%2Frun%2Fpostgresql/rides",
  ])
    expect([url, isDatabaseUrl(url)]).toEqual([url, true]);
  for (const url of [
    "",
    "mysql://db.example.org/rides",
    "postgres://one:5432,two:port/rides",
    "db.example.org",
  ])
    expect([url, isDatabaseUrl(url)]).toEqual([url, false]);
});

test("of several servers, connections go to the primary; those that do not answer and standbys are passed over", async () => {
  const database = await createTestDatabase();
  const silent = createServer(() => {});
  const silentPort = await listenLocally(silent);
  onTestFinished(() => void silent.close());
  const url = withHosts(
    buildDatabaseUrl(database),
    `127.0.0.1:${await freePort()}`,
    `127.0.0.1:${silentPort}`,
  );
  const connection = readDatabaseUrl(url);
  await assertSupportedServer(connection);
  const db = connect(connection, { max: 2 });
  onTestFinished(() => db.destroy());
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  expect(rows).toEqual([{ name: database.database }]);
  const { promise: heard, resolve } = Promise.withResolvers<string | undefined>();
  const stop = await listen(connection, "greetings", resolve);
  await sql`select pg_notify('greetings', 'hello')`.execute(db);
  expect(await heard).toBe("hello");
  await stop();
});

test("without a primary, the reason is that of the server which does not answer", async () => {
  const ports = [await freePort(), await freePort()];
  const url = `postgres://ada@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/rides`;
  await expect(assertSupportedServer(readDatabaseUrl(url))).rejects.toThrow(
    /^nothing answers there/,
  );
});

test("the certificate of any of the named servers is accepted, and no other", () => {
  const { ssl } = readDatabaseUrl(
    "postgres://ada@one.example.org,two.example.org/rides?sslmode=verify-full",
  );
  if (typeof ssl !== "object") throw new Error("TLS is off.");
  const check = (name: string) =>
    Reflect.apply(ssl.checkServerIdentity ?? (() => {}), ssl, ["", { subject: { CN: name } }]);
  expect([check("one.example.org"), check("two.example.org")]).toEqual([undefined, undefined]);
  expect(check("three.example.org")).toBeInstanceOf(Error);
});

test("with one host the driver reads the address itself", () => {
  const url = buildDatabaseUrl(getTestServer());
  expect(readDatabaseUrl(url)).toEqual({ connectionString: url });
  expect(new Client(readDatabaseUrl(url)).host).toBe(getTestServer().host);
});
