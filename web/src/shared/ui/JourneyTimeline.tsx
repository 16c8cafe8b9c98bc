import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { EstimateText } from "../formatting/EstimateText.tsx";
import { cx } from "./cx.ts";

export interface TimelineStop {
  key: string;
  /** Formatted local time; omitted if unknown. */
  time?: string | undefined;
  place: string;
  /** Makes the place a button that shows it on the map. */
  onShow?: (() => void) | undefined;
  isShown?: boolean | undefined;
  note?: ReactNode;
  /** Content between this stop and the next, such as the seats left on that leg. */
  leg?: ReactNode;
  /** Part of the user's own segment; the rest of the line is paler. */
  mine?: boolean | undefined;
}

/** "07:45". */
const TIME_LENGTH_MIN = 5;

/** A ride stop by stop: time, dot, place and note, with the legs between them. */
export function JourneyTimeline({
  stops,
  label,
}: {
  stops: readonly TimelineStop[];
  label: string;
}) {
  const someMine = stops.some((stop) => stop.mine);
  // Each stop is a grid of its own, so the column of times has the width of the longest one in all of them.
  const timeLength = Math.max(TIME_LENGTH_MIN, ...stops.map(({ time = "" }) => time.length));
  const gridTemplateColumns = `${timeLength / 2 + 0.75}rem 1.25rem 1fr`;
  return (
    <ol aria-label={label} className="grid">
      {stops.map((stop, i) => {
        const last = i === stops.length - 1;
        const pale = someMine && !stop.mine;
        const legPale = someMine && !(stop.mine && stops[i + 1]?.mine);
        return (
          <li key={stop.key} className="grid gap-x-3" style={{ gridTemplateColumns }}>
            <span className="num pt-0.5 whitespace-nowrap text-end leading-6">
              {stop.time && <EstimateText text={stop.time} />}
            </span>
            <span className="relative" aria-hidden="true">
              {!last && (
                <span
                  className={cx(
                    "absolute inset-y-0 start-1/2 top-3.5 -bottom-3.5 w-1 -translate-x-1/2 bg-route rtl:translate-x-1/2",
                    legPale && "opacity-35",
                  )}
                />
              )}
              <span
                className={cx(
                  "absolute start-1/2 top-3.5 -translate-1/2 rtl:translate-x-1/2",
                  stopClasses(i, last),
                  pale && "border-route/60",
                )}
              />
            </span>
            <div className={cx("min-w-0", last ? "pb-0" : "pb-5")}>
              <p className="pt-0.5 leading-6 font-semibold wrap-anywhere">
                {stop.onShow ? (
                  <ShowButton place={stop.place} isShown={stop.isShown} onShow={stop.onShow} />
                ) : (
                  stop.place
                )}
              </p>
              {stop.note && <div className="text-sm text-ink-2">{stop.note}</div>}
              {stop.leg && !last && <div className="mt-2 text-sm text-ink-2">{stop.leg}</div>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function ShowButton({
  place,
  onShow,
  isShown,
}: Pick<TimelineStop, "place" | "isShown"> & { onShow: () => void }) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-pressed={isShown}
      aria-label={t`Show on the map: ${place}`}
      onClick={onShow}
      className={cx(
        "-my-1 rounded-xs py-1 text-start underline-offset-4 hover:underline",
        isShown && "underline decoration-route decoration-2",
      )}
    >
      {place}
    </button>
  );
}

function stopClasses(index: number, last: boolean): string {
  if (last) return "size-4 rounded-full bg-route ring-3 ring-surface";
  if (index === 0) return "size-4 rounded-full border-4 border-route bg-surface";
  return "size-3 rounded-full border-3 border-route bg-surface";
}
