/** Position of a tag relative to its stop. */
export type TagSide = "top" | "bottom" | "left" | "right";

/** Screen position of a stop and size of its tag, in pixels. */
export interface TagBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const SIDES: readonly TagSide[] = ["top", "bottom", "right", "left"];
const GAP_PX = 12;
const STOP_PX = 9;
// Leaving the free area is worse than covering something.
const OUTSIDE_WEIGHT = 4;

/** Chooses a side for each tag so that tags do not cover each other or other stops, and stay in the free area. */
export function chooseTagSides(tags: readonly TagBox[], free: Rect): TagSide[] {
  const placed: Rect[] = [];
  return tags.map((tag, index) => {
    const stops = tags.filter((_, other) => other !== index).map(stopRect);
    const cost = (side: TagSide) => {
      const rect = tagRect(tag, side);
      const covered = [...placed, ...stops].reduce((sum, other) => sum + overlap(rect, other), 0);
      // Rounded to whole pixels, so that rounding errors do not decide.
      return Math.round(covered + OUTSIDE_WEIGHT * (tag.width * tag.height - overlap(rect, free)));
    };
    const best = SIDES.reduce((chosen, side) => (cost(side) < cost(chosen) ? side : chosen));
    placed.push(tagRect(tag, best));
    return best;
  });
}

function tagRect(tag: TagBox, side: TagSide): Rect {
  const { left, top } = tagCorner(tag, side);
  return {
    left,
    top,
    right: left + tag.width,
    bottom: top + tag.height,
  };
}

function tagCorner(
  { x, y, width, height }: TagBox,
  side: TagSide,
): {
  left: number;
  top: number;
} {
  const centred = {
    left: x - width / 2,
    top: y - height / 2,
  };
  const corners: Record<
    TagSide,
    {
      left: number;
      top: number;
    }
  > = {
    left: { ...centred, left: x - GAP_PX - width },
    right: { ...centred, left: x + GAP_PX },
    top: { ...centred, top: y - GAP_PX - height },
    bottom: { ...centred, top: y + GAP_PX },
  };
  return corners[side];
}

function stopRect({ x, y }: TagBox): Rect {
  return {
    left: x - STOP_PX,
    top: y - STOP_PX,
    right: x + STOP_PX,
    bottom: y + STOP_PX,
  };
}

function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}
