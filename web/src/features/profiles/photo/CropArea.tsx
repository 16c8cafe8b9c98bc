import { PHOTO_SIDE_PX } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from "react";
import { type Crop, moveCrop, zoomCrop } from "./crop.ts";
import { drawCrop } from "./picture.ts";
import { pressedKey } from "#shared/ui/keyboard.ts";

const CANVAS_SIZE_PX = PHOTO_SIDE_PX.large;
/** Step of one key press. */
const KEY_STEP = 0.05;
const KEY_ZOOM_FACTOR = 1.1;

interface CropAreaProps {
  readonly picture: HTMLCanvasElement;
  readonly crop: Crop;
  readonly onChange: (change: (crop: Crop) => Crop) => void;
}

/** Preview of the crop. Dragging or the arrow keys move it; the wheel, pinching, plus and minus zoom it. */
export function CropArea({ picture, crop, onChange }: CropAreaProps) {
  const { t } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  const root = useRef<HTMLDivElement>(null);
  const { onDown, onMove, onUp } = useGestures(root, picture, onChange);
  const onKeyDown = (event: KeyboardEvent) => {
    const change = KEY_ACTIONS[pressedKey(event)];
    if (!change) return;
    event.preventDefault();
    onChange((previous) => change(previous, picture));
  };
  return (
    <div
      ref={root}
      role="application"
      tabIndex={0}
      aria-label={t`Visible part of the picture`}
      aria-describedby="crop-hint"
      onKeyDown={onKeyDown}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      className="relative mx-auto aspect-square w-full max-w-80 cursor-grab touch-none overflow-hidden rounded-md bg-sunken select-none active:cursor-grabbing"
    >
      <canvas
        ref={canvas}
        width={CANVAS_SIZE_PX}
        height={CANVAS_SIZE_PX}
        className="block size-full"
      />
      {/* Dims what round avatars cut off. */}
      <div className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_9999px_rgb(0_0_0/.5)] ring-2 ring-[rgb(255_255_255/.8)]" />
    </div>
  );
}

const KEY_ACTIONS: Record<string, ((crop: Crop, picture: HTMLCanvasElement) => Crop) | undefined> =
  {
    ArrowLeft: (crop, picture) => moveCrop(crop, picture, KEY_STEP, 0),
    ArrowRight: (crop, picture) => moveCrop(crop, picture, -KEY_STEP, 0),
    ArrowUp: (crop, picture) => moveCrop(crop, picture, 0, KEY_STEP),
    ArrowDown: (crop, picture) => moveCrop(crop, picture, 0, -KEY_STEP),
    "+": (crop, picture) => zoomCrop(crop, picture, KEY_ZOOM_FACTOR),
    "=": (crop, picture) => zoomCrop(crop, picture, KEY_ZOOM_FACTOR),
    "-": (crop, picture) => zoomCrop(crop, picture, 1 / KEY_ZOOM_FACTOR),
  };

interface TouchPoint {
  readonly x: number;
  readonly y: number;
}

/** Dragging with one finger, pinching with two, and the wheel. */
function useGestures(
  root: RefObject<HTMLDivElement | null>,
  picture: HTMLCanvasElement,
  onChange: CropAreaProps["onChange"],
) {
  const touches = useRef(new Map<number, TouchPoint>());
  useEffect(() => {
    const element = root.current;
    // React's wheel listeners are passive and cannot prevent the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { x, y } = relativePosition(element, event);
      onChange((crop) => zoomCrop(crop, picture, Math.exp(-event.deltaY / 400), x, y));
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  });
  const onDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    touches.current.set(event.pointerId, relativePosition(root.current, event));
  };
  const onMove = (event: PointerEvent) => {
    const previous = touches.current.get(event.pointerId);
    if (!previous) return;
    const current = relativePosition(root.current, event);
    touches.current.set(event.pointerId, current);
    const otherTouch = [...touches.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!otherTouch)
      return onChange((crop) =>
        moveCrop(crop, picture, current.x - previous.x, current.y - previous.y),
      );
    const factor = distance(current, otherTouch) / Math.max(0.01, distance(previous, otherTouch));
    onChange((crop) =>
      zoomCrop(
        crop,
        picture,
        factor,
        (current.x + otherTouch.x) / 2,
        (current.y + otherTouch.y) / 2,
      ),
    );
  };
  const onUp = (event: PointerEvent) => void touches.current.delete(event.pointerId);
  return {
    onDown,
    onMove,
    onUp,
  };
}

/** Position relative to the centre, as a share of the side length. */
function relativePosition(
  element: HTMLElement | null,
  {
    clientX,
    clientY,
  }: {
    clientX: number;
    clientY: number;
  },
): TouchPoint {
  const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
  return {
    x: (clientX - left) / width - 0.5,
    y: (clientY - top) / height - 0.5,
  };
}

function distance(a: TouchPoint, b: TouchPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
