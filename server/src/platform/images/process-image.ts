import { createRequire } from "node:module";
import { PHOTO_MAX_PIXELS } from "@commonlane/contract/limits";
import type sharpFunction from "sharp";
import type { Sharp, SharpOptions } from "sharp";
import { Problem } from "../http/problem.ts";
import { loadOnce } from "../load-once.ts";
import type { Outside } from "../outside.ts";
import { Semaphore } from "../semaphore.ts";

const FORMATS: ReadonlySet<string> = new Set(["jpeg", "png", "webp"]);
/** A picture that takes longer was made to take long. */
const TIMEOUT_S = 8;
/** One at a time: a picture with the maximum number of pixels takes about 300 MB while it is decoded. */
const imageQueue = new Semaphore({
  maxConcurrent: 1,
  maxQueued: 20,
});

export type OpenImage = (bytes: Uint8Array, options?: SharpOptions) => Sharp;

/**
 * Checks the header of a picture from a user and works on it, one picture at a time. Throws photo_format_unknown or
 * photo_too_detailed, or too_many if the queue is full.
 */
export function processImage<T>(
  _: Outside,
  bytes: Uint8Array,
  work: (
    open: OpenImage,
    size: {
      readonly width: number;
      readonly height: number;
    },
  ) => Promise<T>,
): Promise<T> {
  return imageQueue.run(async () => {
    const open = await loadSharp();
    const {
      pages = 1,
      width,
      height,
    } = await readMetadata(open(bytes, { limitInputPixels: false }));
    if (width * height * pages > PHOTO_MAX_PIXELS) throw new Problem("photo_too_detailed");
    return work(open, { width, height });
  });
}

/**
 * A stored photo as a JPEG of this side, for mail programs, which know no WebP. It is small and was made by us, so it
 * does not wait for pictures from users.
 */
export async function makeJpeg(_: Outside, photo: Uint8Array, sidePx: number): Promise<Buffer> {
  const open = await loadSharp();
  return open(photo)
    .resize(sidePx, sidePx)
    .jpeg({ quality: 80 })
    .timeout({ seconds: TIMEOUT_S })
    .toBuffer();
}

/** Decodes to raw pixels. Throws photo_broken. */
export const readPixels = (image: Sharp): Promise<Buffer> =>
  image
    .raw()
    .timeout({ seconds: TIMEOUT_S })
    .toBuffer()
    .catch((cause: unknown) => {
      throw new Problem("photo_broken", { cause });
    });

/** Reads the header, before any pixel is decoded. */
async function readMetadata(image: Sharp) {
  const metadata = await image.metadata().catch((cause: unknown) => {
    throw new Problem("photo_format_unknown", { cause });
  });
  if (!FORMATS.has(metadata.format)) throw new Problem("photo_format_unknown");
  return metadata;
}

const require = createRequire(import.meta.url);

/**
 * Loaded with the first picture: most starts do not need its 20 MB, and a machine without a binary for it can still
 * serve. A failure may pass, such as one for lack of memory; `import` would keep it.
 */
const loadSharp = loadOnce(async (): Promise<OpenImage> => {
  const sharp: typeof sharpFunction = require("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  // Block all other formats: what is never parsed cannot be exploited.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: [
      "VipsForeignLoadJpegBuffer",
      "VipsForeignLoadPngBuffer",
      "VipsForeignLoadWebpBuffer",
    ],
  });
  return (bytes, options) =>
    sharp(bytes, {
      limitInputPixels: PHOTO_MAX_PIXELS,
      failOn: "error",
      ...options,
    });
});
