import { randomBytes } from "node:crypto";
import type { ContentRef } from "@commonlane/contract/content-removals";
import {
  removeBio,
  removeProfilePhoto,
  restoreBio,
  restoreProfilePhoto,
} from "#modules/profiles/content/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { type ContentRemovalRow, findOwnPhoto } from "./content-removals.store.ts";

/**
 * Takes a bio or photo off a profile, where the user can replace it, and returns what is needed to restore it. Rides,
 * requests and events stay as they are (null). Undefined if there is none.
 */
export async function detachContent(
  ctx: InTransaction,
  { kind, id }: ContentRef,
): Promise<string | null | undefined> {
  if (kind === "bio") return removeBio(ctx, id);
  if (kind !== "photo") return null;
  const name = randomBytes(32).toString("base64url");
  return (await removeProfilePhoto(ctx, id, name)) ? name : undefined;
}

/** The same for content that was restored. Undefined if the owner has replaced it since. */
export async function detachAgain(
  ctx: InTransaction,
  { kind, subject_id: id, original }: ContentRemovalRow,
): Promise<string | null | undefined> {
  if (kind === "photo" && (await findOwnPhoto(ctx, id)) !== original) return undefined;
  const detached = await detachContent(ctx, {
    kind,
    id,
  });
  return kind === "bio" && detached !== original ? undefined : detached;
}

/** Returns false if the owner has replaced the content. */
export async function reattachContent(
  ctx: InTransaction,
  { kind, subject_id, original }: ContentRemovalRow,
): Promise<boolean> {
  if (original === null) return true;
  return kind === "photo"
    ? restoreProfilePhoto(ctx, subject_id, original)
    : restoreBio(ctx, subject_id, original);
}
