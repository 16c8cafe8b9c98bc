import { useRef, useState } from "react";
import { distanceM } from "../geo/great-circle.ts";
import type { LatLng, PickMap } from "./map-types.ts";

const MOST_UNDONE = 30;
const SAME_POINT_M = 1;

/** The picked point: the centre of the map, wherever it was moved by, and the points before it. */
export function usePickedPoint(start: LatLng) {
  const [{ at, before }, setPoint] = useState<{
    at: LatLng;
    before: readonly LatLng[];
  }>({
    at: start,
    before: [],
  });
  const [map, setMap] = useState<PickMap>();
  const latest = useRef(at);
  const settle = (next: LatLng) => {
    const point = {
      lat: rounded(next.lat),
      lng: rounded(next.lng),
    };
    // The map also reports moves made by this code.
    if (distanceM(latest.current, point) < SAME_POINT_M) return;
    latest.current = point;
    setPoint((last) => ({
      at: point,
      before: [...last.before, last.at].slice(-MOST_UNDONE),
    }));
  };
  const moveTo = (next: LatLng, zoom?: number) => {
    settle(next);
    map?.centerOn(next, zoom);
  };
  const undo = () => {
    const last = before.at(-1);
    if (!last) return;
    latest.current = last;
    setPoint({
      at: last,
      before: before.slice(0, -1),
    });
    map?.centerOn(last);
  };
  return {
    at,
    settle,
    moveTo,
    undo,
    canUndo: before.length > 0,
    map,
    setMap,
  };
}

/** About a metre, which is exact enough. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
