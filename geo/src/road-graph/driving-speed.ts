import type { CarStyle, RoadKind } from "./way-style.ts";

interface KindSpeed {
  /** What people drive on average on a straight free road without a known limit, in km/h. */
  readonly open: number;
  readonly builtUp: number;
  /** The most with any limit. */
  readonly top: number;
}

const speed = (open: number, builtUp: number, top: number): KindSpeed => ({
  open,
  builtUp,
  top,
});

/** How fast people are in comparison with `SPEEDS`, and what junctions cost in comparison with their table. */
export interface DrivingPace {
  readonly open: number;
  readonly builtUp: number;
  readonly junctions: number;
}

/** Fitted to usual driving times (bench/src/roads.ts). */
export const USUAL_PACE: DrivingPace = {
  open: 1,
  builtUp: 0.88,
  junctions: 1.25,
};

/** Ratios between kinds of road. */
const SPEEDS: Readonly<Record<RoadKind, KindSpeed>> = {
  motorway: speed(110, 92, 118),
  motorway_link: speed(60, 50, 80),
  trunk: speed(84, 58, 98),
  trunk_link: speed(52, 42, 70),
  primary: speed(70, 42, 84),
  primary_link: speed(45, 36, 60),
  secondary: speed(64, 40, 76),
  secondary_link: speed(42, 34, 55),
  tertiary: speed(57, 37, 66),
  tertiary_link: speed(38, 32, 50),
  unclassified: speed(46, 33, 54),
  road: speed(40, 30, 50),
  residential: speed(32, 27, 40),
  living_street: speed(12, 12, 15),
  service: speed(20, 15, 30),
  parking_aisle: speed(10, 10, 12),
  pedestrian: speed(8, 8, 10),
  track: speed(18, 15, 30),
  path: speed(10, 8, 15),
  /** Only without a tag for its duration. */
  ferry: speed(15, 15, 15),
};
/** A road with a higher limit is not in a built-up area, wherever houses are near. */
const BUILT_UP_LIMIT_KMH = 60;
const OPEN_SHARE = 0.9;
const BUILT_UP_SHARE = 0.85;
const ROUNDABOUT_KMH = 30;

/** The speed on a straight piece of this road, in km/h. `isBuiltUp` is what the roads around say. */
export function speedOf(
  car: CarStyle,
  limitKmh: number | undefined,
  isBuiltUp: boolean,
  pace: DrivingPace,
): number {
  const { open, builtUp, top } = SPEEDS[car.kind];
  const isFast = limitKmh !== undefined && limitKmh > BUILT_UP_LIMIT_KMH;
  const isInTown = car.isBuiltUp ?? (isBuiltUp && !isFast);

  const paceHere = isInTown ? pace.builtUp : pace.open;
  const free = paceHere * (isInTown ? builtUp : open);
  const most = paceHere * (isInTown ? builtUp : top);
  const share = isInTown ? BUILT_UP_SHARE : OPEN_SHARE;
  const usual = limitKmh === undefined ? free : Math.min(limitKmh * share, most);
  const capped = Math.min(usual, car.capKmh);
  return car.isRoundabout ? Math.min(capped, ROUNDABOUT_KMH) : capped;
}
