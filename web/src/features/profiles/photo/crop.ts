import { PHOTO_SIDE_PX } from "@commonlane/contract/limits";

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The square that is cut out of a picture: where its middle is, in the picture's pixels, and how often it fits into the shorter side. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

const ZOOM_MOST = 5;

/** The largest square around the middle. */
export const wholeOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** The side of the square in the picture's pixels. */
export const sideOf = ({ zoom }: Crop, { width, height }: Size): number => Math.min(width, height) / zoom;

/** So far that the smaller photo still has pixels of its own. */
export const mostZoomOf = ({ width, height }: Size): number =>
  Math.max(1, Math.min(ZOOM_MOST, Math.min(width, height) / PHOTO_SIDE_PX.small));

/** The same square brought back into the picture. */
export function within(crop: Crop, size: Size): Crop {
  const zoom = between(crop.zoom, 1, mostZoomOf(size));
  const half = sideOf({ ...crop, zoom }, size) / 2;
  return { x: between(crop.x, half, size.width - half), y: between(crop.y, half, size.height - half), zoom };
}

/** Moves the picture under the square, by parts of the square's side: 1 to the right shows what was left of it. */
export function moved(crop: Crop, size: Size, right: number, down: number): Crop {
  const side = sideOf(crop, size);
  return within({ ...crop, x: crop.x - right * side, y: crop.y - down * side }, size);
}

/** Comes nearer by a factor; what lies at (`atX`, `atY`), in parts of the side from the middle, stays where it is. */
export function zoomed(crop: Crop, size: Size, factor: number, atX = 0, atY = 0): Crop {
  const zoom = between(crop.zoom * factor, 1, mostZoomOf(size));
  const gone = sideOf(crop, size) - sideOf({ ...crop, zoom }, size);
  return within({ x: crop.x + atX * gone, y: crop.y + atY * gone, zoom }, size);
}

/** The same square in the picture after a quarter turn clockwise. */
export const turned = ({ x, y, zoom }: Crop, { height }: Size): Crop => ({ x: height - y, y: x, zoom });

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
