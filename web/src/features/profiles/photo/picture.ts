import { decodeImage } from "#shared/decode-image.ts";
import { cropSide, type Crop, type Size } from "./crop.ts";

/** More than any crop needs, and within the canvas limits of phone browsers. */
const MAX_SHORT_SIDE_PX = 2048;
const MAX_LONG_SIDE_PX = 4096;
const MAX_UPLOAD_SIDE_PX = 1024;
const UPLOAD_QUALITY = 0.9;

/** Decodes a picture and applies its orientation. Rejects if this browser cannot decode it. */
export async function openPicture(file: Blob): Promise<HTMLCanvasElement> {
  const image = await decodeImage(file);
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(
    1,
    MAX_SHORT_SIDE_PX / Math.min(width, height),
    MAX_LONG_SIDE_PX / Math.max(width, height),
  );
  const canvas = createCanvas({
    width: Math.max(1, width * scale),
    height: Math.max(1, height * scale),
  });
  getDrawingContext(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Rotates a picture a quarter turn clockwise. */
export function rotatePicture(picture: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = createCanvas({
    width: picture.height,
    height: picture.width,
  });
  const context = getDrawingContext(canvas);
  context.translate(canvas.width, 0);
  context.rotate(Math.PI / 2);
  context.drawImage(picture, 0, 0);
  return canvas;
}

/** Draws the crop onto a square canvas with a white background. */
export function drawCrop(canvas: HTMLCanvasElement, picture: HTMLCanvasElement, crop: Crop): void {
  const side = cropSide(crop, picture);
  const context = getDrawingContext(canvas);
  context.imageSmoothingQuality = "high";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(
    picture,
    crop.x - side / 2,
    crop.y - side / 2,
    side,
    side,
    0,
    0,
    canvas.width,
    canvas.height,
  );
}

/** Encodes the crop as the JPEG to upload. */
export async function exportCrop(picture: HTMLCanvasElement, crop: Crop): Promise<Uint8Array> {
  const side = Math.round(Math.min(MAX_UPLOAD_SIDE_PX, cropSide(crop, picture)));
  const canvas = createCanvas({
    width: side,
    height: side,
  });
  drawCrop(canvas, picture, crop);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", UPLOAD_QUALITY),
  );
  if (!blob) throw new Error("The browser could not encode the picture.");
  return new Uint8Array(await blob.arrayBuffer());
}

function createCanvas({ width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  return canvas;
}

function getDrawingContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser has no 2D canvas.");
  return context;
}
