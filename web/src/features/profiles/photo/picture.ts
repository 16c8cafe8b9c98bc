import { sideOf, type Crop, type Size } from "./crop.ts";

/** More than any crop needs, and less than what a phone's browser refuses to draw. */
const SHORTER_MOST = 2048;
const LONGER_MOST = 4096;
const SENT_SIDE_MOST = 1024;
const SENT_QUALITY = 0.9;

/** Opens a picture from this device, upright. Rejects for what this browser cannot show. */
export async function openPicture(file: Blob): Promise<HTMLCanvasElement> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(1, SHORTER_MOST / Math.min(width, height), LONGER_MOST / Math.max(width, height));
    const canvas = canvasOf({ width: Math.max(1, width * scale), height: Math.max(1, height * scale) });
    brushOf(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The picture a quarter turn clockwise. */
export function turnedPicture(picture: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = canvasOf({ width: picture.height, height: picture.width });
  const brush = brushOf(canvas);
  brush.translate(canvas.width, 0);
  brush.rotate(Math.PI / 2);
  brush.drawImage(picture, 0, 0);
  return canvas;
}

/** Fills a square canvas with what is cut out, on white. */
export function drawCrop(canvas: HTMLCanvasElement, picture: HTMLCanvasElement, crop: Crop): void {
  const side = sideOf(crop, picture);
  const brush = brushOf(canvas);
  brush.imageSmoothingQuality = "high";
  brush.fillStyle = "#fff";
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, canvas.width, canvas.height);
}

/** What is cut out, as the JPEG that is sent. */
export async function cutOut(picture: HTMLCanvasElement, crop: Crop): Promise<Uint8Array> {
  const side = Math.round(Math.min(SENT_SIDE_MOST, sideOf(crop, picture)));
  const canvas = canvasOf({ width: side, height: side });
  drawCrop(canvas, picture, crop);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", SENT_QUALITY));
  if (!blob) throw new Error("The browser gave no picture.");
  return new Uint8Array(await blob.arrayBuffer());
}

function canvasOf({ width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  return canvas;
}

function brushOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const brush = canvas.getContext("2d");
  if (!brush) throw new Error("The browser draws nothing.");
  return brush;
}
