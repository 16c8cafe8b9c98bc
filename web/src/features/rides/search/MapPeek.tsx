import { useLingui } from "@lingui/react/macro";
import {
  type PointerEvent,
  type ReactNode,
  useDeferredValue,
  useId,
  useRef,
  useState,
} from "react";
import { cx } from "#shared/ui/cx.ts";
import { canDrawMaps } from "#shared/map/webgl.ts";
import { Icon } from "#shared/ui/Icon.tsx";

/** A shorter movement is a tap. */
const DRAG_PX = 24;

/** A low strip of a map on phones, which opens and closes on a tap, by a drag of its edge, or by keyboard. */
export function MapPeek({ renderMap }: { renderMap: (isOpen: boolean) => ReactNode }) {
  const { t } = useLingui();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // The strip answers the tap before the map is drawn for it.
  const isMapOpen = useDeferredValue(isOpen);
  const startY = useRef<number>(undefined);
  const wasDragged = useRef(false);
  const onDrag = (event: PointerEvent) => {
    if (startY.current === undefined) return;
    const movedPx = event.clientY - startY.current;
    if (Math.abs(movedPx) < DRAG_PX) return;
    wasDragged.current = true;
    setOpen(movedPx > 0);
  };
  // Without a map, a sentence says so above the button.
  const closedHeight = canDrawMaps() ? "h-18" : "h-29";
  const height = isOpen ? "h-[52dvh]" : closedHeight;
  const label = isOpen ? t`Close the map` : t`Open the map`;
  return (
    <div className="relative overflow-hidden rounded-lg border border-line">
      <div
        id={id}
        // A closed map cannot be operated, only opened.
        inert={!isOpen}
        className={cx(
          "overflow-hidden bg-(--m-land) transition-[height] duration-(--d-base) motion-reduce:transition-none",
          height,
        )}
      >
        {/* A map redraws whenever its size changes: it gets its new one once, soon after the tap or when it has closed. */}
        <div
          className={cx(
            "relative transition-[height] duration-0 motion-reduce:transition-none",
            height,
            isOpen ? "delay-100" : "delay-(--d-base)",
          )}
        >
          {renderMap(isMapOpen)}
        </div>
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          startY.current = event.clientY;
          wasDragged.current = false;
        }}
        onPointerMove={onDrag}
        onPointerUp={() => {
          startY.current = undefined;
        }}
        onPointerCancel={() => {
          startY.current = undefined;
        }}
        onClick={() => {
          if (wasDragged.current) wasDragged.current = false;
          else setOpen(!isOpen);
        }}
        className={cx(
          "flex touch-none items-end justify-center -outline-offset-3",
          isOpen ? "relative h-11 w-full bg-surface" : "absolute inset-0",
        )}
      >
        <span
          className={cx(
            "flex items-center gap-1.5 text-sm font-semibold",
            isOpen ? "h-full" : "mb-1.5 rounded-full bg-surface px-3 py-1 shadow-1",
          )}
        >
          <Icon name="chevron-down" className={cx("size-4", isOpen && "rotate-180")} />
          {label}
        </span>
      </button>
    </div>
  );
}
