import { type Selectable, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { Area, NeighbourFailure } from "#platform/db/schema/column-types.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

type StoredNeighbour = Selectable<Schema["neighbour"]>;
export type NeighbourRow = Omit<StoredNeighbour, "logo"> & {
  /** Changes with the logo; null without one. */
  readonly logo_version: string | null;
};

const LOGO_VERSION = sql<string | null>`left(md5(logo), 8)`.as("logo_version");
const COLUMNS = [
  "id",
  "kind",
  "url",
  "website_url",
  "name",
  "public_key",
  "sealed_api_key",
  "areas",
  "approved_here",
  "approved_there",
  "created_at",
  "searches_sent",
  "searches_received",
  "last_answered_at",
  "last_failed_at",
  "last_failure",
  "last_received_at",
] as const;

const select = ({ db }: Context) => db.selectFrom("neighbour").select([...COLUMNS, LOGO_VERSION]);

export const findNeighbours = (ctx: Context): Promise<NeighbourRow[]> =>
  select(ctx).orderBy("id").execute();

export const findActiveNeighbours = (ctx: Context): Promise<NeighbourRow[]> =>
  select(ctx)
    .where("approved_here", "=", true)
    .where("approved_there", "=", true)
    .orderBy("id")
    .execute();

const findNeighbour = (ctx: Context, id: string): Promise<NeighbourRow | undefined> =>
  select(ctx).where("id", "=", id).executeTakeFirst();

export const findNeighbourByUrl = (ctx: Context, url: string): Promise<NeighbourRow | undefined> =>
  select(ctx).where("url", "=", url).executeTakeFirst();

export async function findNeighbourLogo({ db }: Context, id: string): Promise<string | null> {
  const row = await db
    .selectFrom("neighbour")
    .select("logo")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.logo ?? null;
}

export type NewNeighbour = Pick<
  StoredNeighbour,
  | "kind"
  | "url"
  | "website_url"
  | "name"
  | "logo"
  | "public_key"
  | "sealed_api_key"
  | "approved_here"
  | "approved_there"
> & { readonly areas: readonly Area[] };

/** Undefined if there is one with this address. */
export async function insertNeighbour(
  ctx: Context,
  neighbour: NewNeighbour,
): Promise<NeighbourRow | undefined> {
  const { id } =
    (await ctx.db
      .insertInto("neighbour")
      .values({
        ...neighbour,
        areas: JSON.stringify(neighbour.areas),
        created_at: ctx.now(),
        last_answered_at: null,
        last_failed_at: null,
        last_failure: null,
        last_received_at: null,
      })
      .onConflict((conflict) => conflict.column("url").doNothing())
      .returning("id")
      .executeTakeFirst()) ?? {};
  return id === undefined ? undefined : findNeighbour(ctx, id);
}

/** Records an approval of one side, if the key is still the pinned one. */
export async function approveNeighbour(
  { db }: Context,
  {
    url,
    publicKey,
    logo,
  }: {
    readonly url: string;
    readonly publicKey: string;
    /** Unchanged if omitted. */
    readonly logo?: string | null;
  },
  side: "approved_here" | "approved_there",
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("neighbour")
    .set({ [side]: true, ...(logo !== undefined && { logo }) })
    .where("url", "=", url)
    .where("public_key", "=", publicKey)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteNeighbour(
  ctx: Context,
  by: { readonly id: string } | { readonly url: string },
): Promise<NeighbourRow | undefined> {
  const row = await ("id" in by ? findNeighbour(ctx, by.id) : findNeighbourByUrl(ctx, by.url));
  if (row) await ctx.db.deleteFrom("neighbour").where("id", "=", row.id).execute();
  return row;
}

export async function recordAnswered({ db, now }: Context, id: string): Promise<void> {
  await db
    .updateTable("neighbour")
    .set({
      searches_sent: sql<number>`searches_sent + 1`,
      last_answered_at: now(),
    })
    .where("id", "=", id)
    .execute();
}

export async function recordFailed(
  { db, now }: Context,
  id: string,
  failure: NeighbourFailure,
): Promise<void> {
  await db
    .updateTable("neighbour")
    .set({
      searches_sent: sql<number>`searches_sent + 1`,
      last_failed_at: now(),
      last_failure: failure,
    })
    .where("id", "=", id)
    .execute();
}

export async function recordReceived({ db, now }: Context, id: string): Promise<void> {
  await db
    .updateTable("neighbour")
    .set({
      searches_received: sql<number>`searches_received + 1`,
      last_received_at: now(),
    })
    .where("id", "=", id)
    .execute();
}

/** False if the nonce was used before. */
export async function useNonce(
  { db }: Context,
  nonce: {
    readonly url: string;
    readonly nonce: string;
    readonly expiresAt: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("neighbour_nonce")
    .values({
      neighbour_url: nonce.url,
      nonce: nonce.nonce,
      expires_at: nonce.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function deleteExpiredNonces({ db, now }: Context): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("neighbour_nonce")
    .where("expires_at", "<", now())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function findOwnKey({ db }: Context): Promise<string | undefined> {
  const row = await db.selectFrom("neighbour_key").select("private_key").executeTakeFirst();
  return row?.private_key;
}

/** Another process may have been quicker: the one that is stored counts. */
export async function insertOwnKey(ctx: Context, privateKey: string): Promise<string> {
  await ctx.db
    .insertInto("neighbour_key")
    .values({
      private_key: privateKey,
      created_at: ctx.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findOwnKey(ctx)) ?? privateKey;
}

export async function deleteOwnKey({ db }: Context): Promise<void> {
  await db.deleteFrom("neighbour_key").execute();
}
