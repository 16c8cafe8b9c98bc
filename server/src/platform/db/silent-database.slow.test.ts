import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "../../../test/app/test-database.ts";
import { connect, listen } from "./database.ts";

/** A way to a database that can fall silent, like a machine that loses power: its connections stay open. */
async function openSilencingProxy() {
  const { host = "", port = 5432, ...connection } = await createTestDatabase();
  const ends: Socket[] = [];
  const proxy = createServer((near) => {
    const far = createConnection(`${host}/.s.PGSQL.${port}`);
    for (const end of [near, far]) ends.push(end.on("error", () => {}));
    near.pipe(far).pipe(near);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    for (const end of ends) end.destroy();
    proxy.close();
  });
  const address = proxy.address();
  if (typeof address !== "object" || !address) throw new Error("The proxy has no port.");
  const fallSilent = () => {
    for (const end of ends) end.unpipe().pause();
  };
  return { connection: { ...connection, host: "127.0.0.1", port: address.port }, fallSilent };
}

test("after the machine of the database has lost power, statements fail soon, and the next ones use new connections", async () => {
  const { connection, fallSilent } = await openSilencingProxy();
  const limits = { max: 2, statementTimeoutMs: 100, idleInTransactionMs: 100 };
  const db = connect(connection, { ...limits, connectTimeoutMs: 100 });
  onTestFinished(() => db.destroy());
  const ask = () => sql`select 1`.execute(db);
  await Promise.all([ask(), ask()]);
  fallSilent();
  const lost = await Promise.allSettled([ask(), ask()]);
  expect(lost.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await ask()).rows).toHaveLength(1);
});

test("after the machine of the database has lost power, a listener hears of what the next one says", async () => {
  const { connection, fallSilent } = await openSilencingProxy();
  const speaker = connect(connection);
  onTestFinished(() => speaker.destroy());
  const heard = vi.fn<() => void>();
  const stop = await listen(connection, "bell", heard, { everyMs: 300, timeoutMs: 200 });
  fallSilent();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), 10_000);
  await sql`notify bell`.execute(speaker);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
  await stop();
});
