import { createHmac, randomBytes } from "node:crypto";
import type { Profile, PublicPerson } from "@commonlane/contract/profiles";
import { type Context, type OutsideContext, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { type PhotoSizes, makePhotoSizes } from "./image-processing.ts";
import { getOwnProfile } from "../profiles.ts";
import { deletePhoto, savePhoto, setPhotoId, findPhoto } from "./profile-content.store.ts";

/** Sets a user's photo and deletes the previous one in the same transaction. Throws what makePhotoSizes throws. */
export async function setPhoto(
  ctx: OutsideContext,
  uid: string,
  bytes: Uint8Array,
): Promise<Profile> {
  return setPhotoSizes(ctx, uid, await makePhotoSizes(ctx, bytes));
}

/** Same for a picture of our own, which is stored as it is. */
export function setPhotoSizes(ctx: Context, uid: string, sizes: PhotoSizes): Promise<Profile> {
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

/** Bytes of a photo. Throws not_found if it does not exist, or was replaced or removed. */
export async function getPhoto(
  ctx: Context,
  photoId: string,
  size: keyof PhotoSizes,
): Promise<Buffer> {
  const bytes = await findPhoto(ctx, photoId, size);
  if (!bytes) throw new Problem("not_found");
  return bytes;
}

const PHOTO_ID = /^\/api\/photos\/([^/]+)\//;

/** The id of a person's photo; undefined if there is none. */
export const photoIdOf = ({ photo }: Pick<PublicPerson, "photo">): string | undefined =>
  PHOTO_ID.exec(photo ?? "")?.[1];

/** HMAC of the content with a random key that is thrown away, so that the URL cannot be derived from the picture. */
const createPhotoId = ({ large }: PhotoSizes): string =>
  createHmac("sha256", randomBytes(32)).update(large).digest("base64url");
