import { cx } from "#shared/ui/cx.ts";
import { communitySettings } from "#shared/community-settings.ts";
import {
  areaOnMap,
  LANDING_MAP_HEIGHT,
  LANDING_MAP_WIDTH,
  project,
  type Point,
} from "./map-projection.ts";
import art from "./hero-art.svg?url";

const towns = {
  Amsterdam: project(4.89, 52.37),
  Berlin: project(13.41, 52.52),
  Freiburg: project(7.85, 47.99),
  Hamburg: project(9.99, 53.55),
  Hannover: project(9.73, 52.37),
  Karlsruhe: project(8.4, 49.01),
  Kassel: project(9.48, 51.32),
  Köln: project(6.95, 50.94),
  Leipzig: project(12.37, 51.34),
  Mainz: project(8.27, 50.0),
  Nürnberg: project(11.08, 49.45),
  Strasbourg: project(7.75, 48.58),
  Stuttgart: project(9.18, 48.78),
  Zürich: project(8.55, 47.37),
} satisfies Record<string, Point>;
type Town = keyof typeof towns;

const labels: [town: Town, dx: number, dy: number][] = [
  ["Freiburg", 19, 8],
  ["Köln", -68, 6],
  ["Mainz", 17, 8],
  ["Leipzig", 14, 6],
  ["Stuttgart", 14, 8],
  ["Nürnberg", 14, 6],
  ["Hannover", 14, 8],
];
/** On phones, the search form covers the other towns or the edge cuts them off. */
const visibleOnPhones: ReadonlySet<Town> = new Set(["Freiburg", "Stuttgart"]);
/** Trips of other people: start, end and bend of the curve. */
const otherJourneys: [from: Town, to: Town, bend: number][] = [
  ["Hamburg", "Berlin", -0.16],
  ["Amsterdam", "Köln", 0.2],
  ["Leipzig", "Nürnberg", -0.14],
  ["Strasbourg", "Zürich", -0.2],
  ["Hannover", "Kassel", 0.18],
  ["Nürnberg", "Stuttgart", 0.16],
  ["Mainz", "Leipzig", -0.12],
];
const journey: Town[] = ["Freiburg", "Karlsruhe", "Mainz", "Köln"];
const route = smoothLine(journey.map((town) => towns[town]));

const RHINE_VALLEY = `40 330 ${LANDING_MAP_WIDTH - 40} ${LANDING_MAP_HEIGHT - 330}`;

/**
 * Decorative map, hidden from screen readers: of the community's region where the drawing reaches it, else of the Rhine
 * valley with one trip.
 */
export function LandingMap({ className }: { className?: string }) {
  const area = communitySettings.region && areaOnMap(communitySettings.region);
  // A smaller part is drawn larger, with thinner lines.
  const pen = area ? 0.5 : 1;
  return (
    <svg
      viewBox={area ? area.viewBox : RHINE_VALLEY}
      preserveAspectRatio="xMidYMid slice"
      className={cx("bg-(--m-sea)", className)}
      aria-hidden="true"
    >
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <use href={`${art}#land`} fill="var(--m-land)" stroke="var(--m-b1)" strokeWidth="1.2" />
        <use href={`${art}#rivers`} stroke="var(--m-sea)" strokeWidth={2.4 * pen} />
        <use href={`${art}#lakes`} fill="var(--m-sea)" />
        <use
          href={`${art}#borders`}
          stroke="var(--m-b0)"
          strokeWidth={1.2 * pen}
          strokeDasharray={area ? "2 1.6" : "5 4"}
          opacity=".8"
        />
        <g stroke="var(--m-text-2)">
          <use href={`${art}#towns-1`} strokeWidth="4" opacity=".4" />
          <use href={`${art}#towns-2`} strokeWidth="5.5" opacity=".5" />
          <use href={`${art}#towns-3`} strokeWidth="8" opacity=".6" />
        </g>
        {area && (
          <circle
            cx={area.centre[0]}
            cy={area.centre[1]}
            r={area.radius}
            fill="var(--c-route)"
            fillOpacity=".12"
            stroke="var(--c-route)"
            strokeWidth={area.radius / 14}
          />
        )}
      </g>
      {!area && <ExampleTrip />}
    </svg>
  );
}

/** One trip in the Rhine valley, other people's trips, and the names of the towns. */
function ExampleTrip() {
  return (
    <>
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        {otherJourneys.map(([from, to, bend]) => (
          <path
            key={from + to}
            d={arc(towns[from], towns[to], bend)}
            stroke="var(--c-brand)"
            strokeWidth="3"
            strokeDasharray=".1 8"
            opacity=".45"
          />
        ))}
        <path d={route} stroke="var(--c-route-casing)" strokeWidth="13" />
        <path d={route} stroke="var(--c-route)" strokeWidth="7" pathLength={1} className="draw" />
      </g>
      <Stops />
      <g
        fontFamily="var(--f-body)"
        fontSize="21"
        fontWeight="600"
        fill="var(--m-text)"
        stroke="var(--m-land)"
        strokeWidth="5"
        paintOrder="stroke"
        strokeLinejoin="round"
      >
        {labels.map(([town, dx, dy]) => (
          <text
            key={town}
            className={cx(!visibleOnPhones.has(town) && "max-lg:hidden")}
            x={towns[town][0] + dx}
            y={towns[town][1] + dy}
          >
            {town}
          </text>
        ))}
      </g>
    </>
  );
}

function Stops() {
  const end = journey.length - 1;
  return journey.map((town, i) => {
    const [x, y] = towns[town];
    const isVia = i > 0 && i < end;
    return (
      <circle
        key={town}
        cx={x}
        cy={y}
        r={isVia ? 7 : 11}
        fill={i === end ? "var(--c-route)" : "var(--c-route-casing)"}
        stroke={i === end ? "var(--c-route-casing)" : "var(--c-route)"}
        strokeWidth={isVia ? 4 : 6}
      />
    );
  });
}

/**
 * SVG path of an arc between two points. `bend` is its height as a share of the distance; negative values bend left.
 */
function arc([ax, ay]: Point, [bx, by]: Point, bend: number): string {
  const x = (ax + bx) / 2 - (by - ay) * bend;
  const y = (ay + by) / 2 + (bx - ax) * bend;
  return `M${ax} ${ay}Q${x} ${y} ${bx} ${by}`;
}

/** SVG path of a smooth line through all points (Catmull-Rom, converted to Bézier curves). */
function smoothLine(points: readonly Point[]): string {
  const at = (i: number): Point => points[Math.max(0, Math.min(i, points.length - 1))] ?? [0, 0];
  const curves = points.slice(1).map((end, i) => {
    const out = handle(at(i - 1), end, at(i), 1);
    const into = handle(at(i), at(i + 2), end, -1);
    return `C${out.join(" ")} ${into.join(" ")} ${end.join(" ")}`;
  });
  return `M${at(0).join(" ")}${curves.join("")}`;
}

/**
 * Bézier handle of a point: a fifth of the vector between its two neighbours. A declaration, because the route is drawn
 * when the module loads.
 */
function handle(from: Point, to: Point, near: Point, side: 1 | -1): Point {
  return [near[0] + (side * (to[0] - from[0])) / 5, near[1] + (side * (to[1] - from[1])) / 5];
}
