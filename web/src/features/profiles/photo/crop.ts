import { PHOTO_SIDE_PX } from "@commonlane/contract/limits";

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The square crop of a picture: its centre in pixels, and its zoom (how often it fits into the shorter side). */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

const MAX_ZOOM = 5;

/** The largest centred square. */
export const largestCrop = ({ width, height }: Size): Crop => ({
  x: width / 2,
  y: height / 2,
  zoom: 1,
});

/** The side of the square in the picture's pixels. */
export const cropSide = ({ zoom }: Crop, { width, height }: Size): number =>
  Math.min(width, height) / zoom;

/** Limits the zoom so that the small photo size still has enough pixels. */
export const maxZoomOf = ({ width, height }: Size): number =>
  Math.max(1, Math.min(MAX_ZOOM, Math.min(width, height) / PHOTO_SIDE_PX.small));

/** Moves the square back into the picture. */
export function clampCrop(crop: Crop, size: Size): Crop {
  const zoom = clamp(crop.zoom, 1, maxZoomOf(size));
  const half = cropSide({ ...crop, zoom }, size) / 2;
  return {
    x: clamp(crop.x, half, size.width - half),
    y: clamp(crop.y, half, size.height - half),
    zoom,
  };
}

/**
 * Moves the picture under the square, in multiples of the square's side. 1 to the right shows what was left of the
 * square.
 */
export function moveCrop(crop: Crop, size: Size, right: number, down: number): Crop {
  const side = cropSide(crop, size);
  return clampCrop(
    {
      ...crop,
      x: crop.x - right * side,
      y: crop.y - down * side,
    },
    size,
  );
}

/** Zooms by a factor around (`atX`, `atY`), given as a share of the side from the centre. */
export function zoomCrop(crop: Crop, size: Size, factor: number, atX = 0, atY = 0): Crop {
  const zoom = clamp(crop.zoom * factor, 1, maxZoomOf(size));
  const removedSide =
    cropSide(crop, size) -
    cropSide(
      {
        ...crop,
        zoom,
      },
      size,
    );
  return clampCrop(
    {
      x: crop.x + atX * removedSide,
      y: crop.y + atY * removedSide,
      zoom,
    },
    size,
  );
}

/** The same square after the picture is rotated a quarter turn clockwise. */
export const rotateCrop = ({ x, y, zoom }: Crop, { height }: Size): Crop => ({
  x: height - y,
  y: x,
  zoom,
});

const clamp = (value: number, min: number, max: number): number =>
  Math.min(Math.max(value, min), max);
