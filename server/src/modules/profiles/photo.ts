import { createHmac, randomBytes } from "node:crypto";
import type { Profile } from "@commonlane/contract/profiles";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { deletePhoto, savePhoto, setPhotoId, findPhoto } from "./photo.store.ts";
import { type PhotoSizes, makePhotoSizes } from "./image-processing.ts";
import { getOwnProfile } from "./profiles.ts";

/** Makes a picture somebody's photo; the one before is gone with the same commit. Throws what makePhotoSizes throws. */
export async function setPhoto(ctx: Context, uid: string, bytes: Uint8Array): Promise<Profile> {
  const sizes = await makePhotoSizes(bytes);
  const id = createPhotoId(sizes);
  return transaction(ctx, async (ctx) => {
    await setPhotoId(ctx, uid, id);
    await savePhoto(ctx, uid, id, sizes);
    return getOwnProfile(ctx, uid);
  });
}

export function removePhoto(ctx: Context, uid: string): Promise<Profile> {
  return transaction(ctx, async (ctx) => {
    await setPhotoId(ctx, uid, null);
    await deletePhoto(ctx, uid);
    return getOwnProfile(ctx, uid);
  });
}

/** The bytes of a photo. Throws not_found where it was never there, or was replaced or removed. */
export async function getPhoto(ctx: Context, photoId: string, size: keyof PhotoSizes): Promise<Buffer> {
  const bytes = await findPhoto(ctx, photoId, size);
  if (!bytes) throw new Problem("not_found");
  return bytes;
}

/** A code of the content under a key that is thrown away, so that nobody who has the picture can work out where it is. */
const createPhotoId = ({ large }: PhotoSizes): string =>
  createHmac("sha256", randomBytes(32)).update(large).digest("base64url");
