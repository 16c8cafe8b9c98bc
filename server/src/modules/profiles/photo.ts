import { createHmac, randomBytes } from "node:crypto";
import type { Profile } from "@commonlane/contract/profiles";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { deletePhoto, keepPhoto, namePhoto, readPhoto } from "./photo.store.ts";
import { type Squares, squaresOf } from "./picture.ts";
import { profileOf } from "./profiles.ts";

/** Makes a picture somebody's photo; the one before is gone with the same commit. Throws what squaresOf throws. */
export async function choosePhoto(ctx: Context, uid: string, bytes: Uint8Array): Promise<Profile> {
  const squares = await squaresOf(bytes);
  const id = nameOf(squares);
  return transaction(ctx, async (ctx) => {
    await namePhoto(ctx, uid, id);
    await keepPhoto(ctx, uid, id, squares);
    return profileOf(ctx, uid);
  });
}

export function removePhoto(ctx: Context, uid: string): Promise<Profile> {
  return transaction(ctx, async (ctx) => {
    await namePhoto(ctx, uid, null);
    await deletePhoto(ctx, uid);
    return profileOf(ctx, uid);
  });
}

/** The bytes of a photo. Throws not_found where it was never there, or was replaced or removed. */
export async function photoBytes(ctx: Context, photoId: string, size: keyof Squares): Promise<Buffer> {
  const bytes = await readPhoto(ctx, photoId, size);
  if (!bytes) throw new Problem("not_found");
  return bytes;
}

/** A code of the content under a key that is thrown away, so that nobody who has the picture can work out where it is. */
const nameOf = ({ large }: Squares): string => createHmac("sha256", randomBytes(32)).update(large).digest("base64url");
