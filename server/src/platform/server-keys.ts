import { createHmac, randomBytes } from "node:crypto";
import type { Db } from "./db/database.ts";

/** What a key is for. Keys of different purposes tell nothing about each other. */
type Purpose =
  "cursors" | "live events" | "neighbours" | "people elsewhere" | "popular routes" | "webhooks";

const secrets = new WeakMap<Db, Promise<string>>();

/** A key of 32 bytes, the same in every process with this database, and after a restart. */
export async function getServerKey(db: Db, purpose: Purpose): Promise<Buffer> {
  return createHmac("sha256", await loadSecret(db))
    .update(purpose)
    .digest();
}

function loadSecret(db: Db): Promise<string> {
  const known = secrets.get(db);
  if (known) return known;
  const loading = getOrInsertSecret(db);
  // A secret that a transaction has just made may be rolled back.
  if (!db.isTransaction) secrets.set(db, loading);
  loading.catch(() => secrets.delete(db));
  return loading;
}

async function getOrInsertSecret(db: Db): Promise<string> {
  const find = () => db.selectFrom("server_secret").select("secret");
  const existing = await find().executeTakeFirst();
  if (existing) return existing.secret;
  await db
    .insertInto("server_secret")
    .values({ secret: randomBytes(32).toString("hex") })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return (await find().executeTakeFirstOrThrow()).secret;
}
