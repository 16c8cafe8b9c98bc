import { Client } from "pg";
import { onTestFinished } from "vitest";
import { getTestServer } from "./test-database.ts";

/**
 * Opens a transaction with an id in another database of the same PostgreSQL: it holds back the snapshot horizon of all
 * databases. Ends with the test, or when the returned function is called.
 */
export async function openTransactionInOtherDatabase(): Promise<() => Promise<void>> {
  const client = new Client({
    ...getTestServer(),
    database: "postgres",
    application_name: "nightly-job",
  });
  await client.connect();
  let open = true;
  const end = async () => {
    if (!open) return;
    open = false;
    await client.end();
  };
  onTestFinished(end);
  await client.query("begin");
  await client.query("select pg_current_xact_id()");
  return end;
}
