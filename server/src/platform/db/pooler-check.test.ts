import { describe, expect, test } from "vitest";
import { createTestDatabase } from "../../../test/app/test-database.ts";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { startPgBouncer } from "../../../test/services/pgbouncer.ts";
import { openDatabase } from "./database.ts";
import { buildDatabaseUrl } from "./read-database-url.ts";

/** As for an operator who read the documentation of PgBouncer. */
const LENIENT = [
  "ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,extra_float_digits",
];

async function openBehind(options: Parameters<typeof startPgBouncer>[1]) {
  const pooler = await startPgBouncer(await createTestDatabase(), options);
  return openDatabase({
    url: buildDatabaseUrl(pooler),
    folder: createTestFolder(),
    patienceMs: 1_000,
    onLost: () => {},
  });
}

describe.runIf(startPgBouncer.available)("behind PgBouncer", () => {
  test.each(["transaction", "statement"] as const)(
    "[domain/database:pooler] pool_mode = %s is refused, with what to do",
    async (mode) => {
      await expect(openBehind({ mode, settings: LENIENT })).rejects.toThrow(
        /^The database at DATABASE_URL cannot be used: a pooler there shares connections.* or set pool_mode = session for this database\.$/,
      );
    },
  );

  test("pooling is noticed with few and with many connections to PostgreSQL", async () => {
    for (const poolSize of [1, 2, 50])
      for (const robin of [0, 1]) {
        const settings = [
          ...LENIENT,
          `default_pool_size = ${poolSize}`,
          `server_round_robin = ${robin}`,
        ];
        const opened = openBehind({ mode: "transaction", settings });
        await expect(opened, `${poolSize} ${robin}`).rejects.toThrow(
          "pool_mode = transaction or statement",
        );
      }
  });

  test("a pooler that has no second connection for us is named as a cause", async () => {
    const settings = [...LENIENT, "default_pool_size = 1", "query_wait_timeout = 1"];
    await expect(openBehind({ mode: "session", settings })).rejects.toThrow(
      "a pooler before it may have too few connections",
    );
  });

  test("pool_mode = session works, or is refused with the setting that it lacks", async () => {
    const { close } = await openBehind({ mode: "session", settings: LENIENT });
    await close();
    await expect(openBehind({ mode: "session" })).rejects.toThrow(
      "set ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout in PgBouncer",
    );
  });
});
