import { PHOTO_MAX_PIXELS, PHOTO_SIDE_PX } from "@commonlane/contract/limits";
import type { Sharp, SharpOptions } from "sharp";
import { Problem } from "#platform/http/problem.ts";
import { Semaphore } from "#platform/semaphore.ts";

/** A photo as it is kept: two squares in WebP, with nothing in them but the picture. */
export interface PhotoSizes {
  readonly small: Buffer;
  readonly large: Buffer;
}

const FORMATS: ReadonlySet<string> = new Set(["jpeg", "png", "webp"]);
const QUALITY = 82;
/** What has taken so long was made to take long. */
const TIMEOUT_S = 8;
/** One at a time: a picture of the most pixels fills some 300 MB while it is read. */
const imageQueue = new Semaphore({ maxConcurrent: 1, maxQueued: 20 });

/**
 * Makes a picture anew, from its pixels alone: upright, in sRGB, cut to a square around its middle. Throws Problem
 * photo_format_unknown, photo_too_detailed or photo_broken, and too_many while too many others wait.
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

/** What the first bytes say, before a pixel is read. */
async function readMetadata(image: Sharp) {
  const metadata = await image.metadata().catch((cause: unknown) => {
    throw new Problem("photo_format_unknown", { cause });
  });
  if (!FORMATS.has(metadata.format)) throw new Problem("photo_format_unknown");
  return metadata;
}

type OpenImage = (bytes: Uint8Array, options?: SharpOptions) => Sharp;
let loading: Promise<OpenImage> | undefined;

/** Brought in by the first picture: most starts need none of its 20 MB, and a machine it has no binary for can still serve. */
function loadSharp(): Promise<OpenImage> {
  loading ??= importSharp();
  return loading;
}

async function importSharp(): Promise<OpenImage> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  // Drawings, scans and films can be anything; what is never read cannot be broken into.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
  });
  return (bytes, options) => sharp(bytes, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: "error", ...options });
}
