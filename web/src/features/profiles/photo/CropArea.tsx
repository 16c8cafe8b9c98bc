import { PHOTO_SIDE_PX } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from "react";
import { moved, zoomed, type Crop } from "./crop.ts";
import { drawCrop } from "./picture.ts";

const SHOWN_PX = PHOTO_SIDE_PX.large;
/** What one press of a key does. */
const STEP = 0.05;
const NEARER = 1.1;

interface CropAreaProps {
  readonly picture: HTMLCanvasElement;
  readonly crop: Crop;
  readonly onChange: (change: (crop: Crop) => Crop) => void;
}

/** The cut-out as it will be. It is moved by dragging or the arrow keys, and enlarged by wheel, two fingers, plus and minus. */
export function CropArea({ picture, crop, onChange }: CropAreaProps) {
  const { t } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  const root = useRef<HTMLDivElement>(null);
  const { onDown, onMove, onUp } = useGestures(root, picture, onChange);
  const onKeyDown = (event: KeyboardEvent) => {
    const change = keys[event.key];
    if (!change) return;
    event.preventDefault();
    onChange((before) => change(before, picture));
  };
  return (
    <div
      ref={root}
      role="application"
      tabIndex={0}
      aria-label={t`Part of the picture that is shown`}
      aria-describedby="crop-hint"
      onKeyDown={onKeyDown}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      className="relative mx-auto aspect-square w-full max-w-80 cursor-grab touch-none overflow-hidden rounded-md bg-sunken select-none active:cursor-grabbing"
    >
      <canvas ref={canvas} width={SHOWN_PX} height={SHOWN_PX} className="block size-full" />
      {/* What the round photos leave out. */}
      <div className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_9999px_rgb(0_0_0/.5)] ring-2 ring-[rgb(255_255_255/.8)]" />
    </div>
  );
}

const keys: Record<string, ((crop: Crop, picture: HTMLCanvasElement) => Crop) | undefined> = {
  ArrowLeft: (crop, picture) => moved(crop, picture, STEP, 0),
  ArrowRight: (crop, picture) => moved(crop, picture, -STEP, 0),
  ArrowUp: (crop, picture) => moved(crop, picture, 0, STEP),
  ArrowDown: (crop, picture) => moved(crop, picture, 0, -STEP),
  "+": (crop, picture) => zoomed(crop, picture, NEARER),
  "=": (crop, picture) => zoomed(crop, picture, NEARER),
  "-": (crop, picture) => zoomed(crop, picture, 1 / NEARER),
};

interface Touch {
  readonly x: number;
  readonly y: number;
}

/** Dragging with one finger, drawing apart with two, and the wheel. */
function useGestures(
  root: RefObject<HTMLDivElement | null>,
  picture: HTMLCanvasElement,
  onChange: CropAreaProps["onChange"],
) {
  const touches = useRef(new Map<number, Touch>());
  useEffect(() => {
    const element = root.current;
    // Not by React, whose listeners for the wheel cannot keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { x, y } = partOf(element, event);
      onChange((crop) => zoomed(crop, picture, Math.exp(-event.deltaY / 400), x, y));
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  });
  const onDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    touches.current.set(event.pointerId, partOf(root.current, event));
  };
  const onMove = (event: PointerEvent) => {
    const before = touches.current.get(event.pointerId);
    if (!before) return;
    const now = partOf(root.current, event);
    touches.current.set(event.pointerId, now);
    const other = [...touches.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return onChange((crop) => moved(crop, picture, now.x - before.x, now.y - before.y));
    const factor = distance(now, other) / Math.max(0.01, distance(before, other));
    onChange((crop) => zoomed(crop, picture, factor, (now.x + other.x) / 2, (now.y + other.y) / 2));
  };
  const onUp = (event: PointerEvent) => void touches.current.delete(event.pointerId);
  return { onDown, onMove, onUp };
}

/** Where something happens, in parts of the side from the middle. */
function partOf(element: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): Touch {
  const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
  return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 };
}

const distance = (a: Touch, b: Touch): number => Math.hypot(a.x - b.x, a.y - b.y);
