import { PHOTO_MAX_PIXELS, PHOTO_SIDE_PX } from "@commonlane/contract/limits";
import type { Sharp, SharpOptions } from "sharp";
import { Problem } from "#platform/http/problem.ts";
import { Semaphore } from "#platform/semaphore.ts";

/** A stored photo: two squares in WebP without any metadata. */
export interface PhotoSizes {
  readonly small: Buffer;
  readonly large: Buffer;
}

const FORMATS: ReadonlySet<string> = new Set(["jpeg", "png", "webp"]);
const QUALITY = 82;
/** A picture that takes longer was made to take long. */
const TIMEOUT_S = 8;
/** One at a time: a picture with the maximum number of pixels takes about 300 MB while it is decoded. */
const imageQueue = new Semaphore({ maxConcurrent: 1, maxQueued: 20 });

/**
 * Re-encodes a picture from its pixels alone: upright, in sRGB, cropped to a centred square. Throws
 * photo_format_unknown, photo_too_detailed or photo_broken, or too_many if the queue is full.
 */
export const makePhotoSizes = (bytes: Uint8Array): Promise<PhotoSizes> => imageQueue.run(() => resizeToSquares(bytes));

async function resizeToSquares(bytes: Uint8Array): Promise<PhotoSizes> {
  const open = await loadSharp();
  const { pages = 1, width, height } = await readMetadata(open(bytes, { limitInputPixels: false }));
  if (width * height * pages > PHOTO_MAX_PIXELS) throw new Problem("photo_too_detailed");
  const { large: side } = PHOTO_SIDE_PX;
  const upright = open(bytes).autoOrient().resize(side, side, { fit: "cover" }).flatten({ background: "white" });
  const pixels = await upright
    .toColourspace("srgb")
    .raw()
    .timeout({ seconds: TIMEOUT_S })
    .toBuffer()
    .catch((cause: unknown) => {
      throw new Problem("photo_broken", { cause });
    });
  const fromPixels = () => open(pixels, { raw: { width: side, height: side, channels: 3 } });
  const { small } = PHOTO_SIDE_PX;
  return {
    large: await fromPixels().webp({ quality: QUALITY }).toBuffer(),
    small: await fromPixels().resize(small, small).webp({ quality: QUALITY }).toBuffer(),
  };
}

/** Reads the header, before any pixel is decoded. */
async function readMetadata(image: Sharp) {
  const metadata = await image.metadata().catch((cause: unknown) => {
    throw new Problem("photo_format_unknown", { cause });
  });
  if (!FORMATS.has(metadata.format)) throw new Problem("photo_format_unknown");
  return metadata;
}

type OpenImage = (bytes: Uint8Array, options?: SharpOptions) => Sharp;
let loading: Promise<OpenImage> | undefined;

/**
 * Loaded with the first picture: most starts do not need its 20 MB, and a machine without a binary for it can still
 * serve.
 */
function loadSharp(): Promise<OpenImage> {
  loading ??= importSharp();
  return loading;
}

async function importSharp(): Promise<OpenImage> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  // Block all other formats: what is never parsed cannot be exploited.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
  });
  return (bytes, options) => sharp(bytes, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: "error", ...options });
}
