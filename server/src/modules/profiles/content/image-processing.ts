import { PHOTO_SIDE_PX } from "@commonlane/contract/limits";
import { processImage, readPixels } from "#platform/images/process-image.ts";
import type { Outside } from "#platform/outside.ts";

/** A stored photo: two squares in WebP without any metadata. */
export interface PhotoSizes {
  readonly small: Buffer;
  readonly large: Buffer;
}

const QUALITY = 82;

/**
 * Re-encodes a picture from its pixels alone: upright, in sRGB, cropped to a centred square. Throws
 * photo_format_unknown, photo_too_detailed or photo_broken, or too_many if the queue is full.
 */
export function makePhotoSizes(ctx: Outside, bytes: Uint8Array): Promise<PhotoSizes> {
  return processImage(ctx, bytes, async (open) => {
    const { small, large } = PHOTO_SIDE_PX;
    const upright = open(bytes)
      .autoOrient()
      .resize(large, large, { fit: "cover" })
      .flatten({ background: "white" });
    const pixels = await readPixels(upright.toColourspace("srgb"));
    const fromPixels = () =>
      open(pixels, {
        raw: {
          width: large,
          height: large,
          channels: 3,
        },
      });
    return {
      large: await fromPixels().webp({ quality: QUALITY }).toBuffer(),
      small: await fromPixels().resize(small, small).webp({ quality: QUALITY }).toBuffer(),
    };
  });
}
