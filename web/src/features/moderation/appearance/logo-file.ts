import { LOGO_MAX_PX } from "@commonlane/contract/limits";
import { decodeImage } from "#shared/decode-image.ts";

/** Twice what the server keeps, so that scaling down stays sharp. */
const MAX = { width: LOGO_MAX_PX.width * 2, height: LOGO_MAX_PX.height * 2 };

/**
 * Draws a logo as a PNG. An SVG is drawn by this browser as a picture, which runs no scripts and loads nothing, so that
 * the server needs no reader for SVG. Rejects if this browser cannot show the file.
 */
export async function drawLogo(file: Blob): Promise<Uint8Array> {
  const image = await decodeImage(file);
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width === 0 || height === 0) throw new Error("The picture has no size.");
  const fitting = Math.min(MAX.width / width, MAX.height / height);
  // An SVG has no pixels of its own and is drawn as large as possible.
  const scale = file.type === "image/svg+xml" ? fitting : Math.min(1, fitting);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The browser could not encode the picture.");
  return new Uint8Array(await blob.arrayBuffer());
}
