import { useId } from "react";
import type { Trip } from "../trips.ts";
import type { TripGroup } from "./merge-trips.ts";
import { type RenderTripNotes, TripCard } from "./TripCard.tsx";

interface TripGroupListProps {
  readonly groups: readonly TripGroup[];
  readonly titleOf: (key: string, trips: readonly Trip[]) => string;
  readonly renderNotes: RenderTripNotes;
  readonly isPast?: boolean | undefined;
}

/** Trips under the headings of their groups. */
export function TripGroupList({
  groups,
  titleOf,
  renderNotes,
  isPast = false,
}: TripGroupListProps) {
  const id = useId();
  return groups.map(({ key, trips }) => (
    <section key={key} aria-labelledby={`${id}-${key}`} className="grid gap-3">
      <h2 id={`${id}-${key}`} className="text-lg font-bold">
        {titleOf(key, trips)}
      </h2>
      <ul className="grid gap-3">
        {trips.map((trip) => (
          <li key={trip.key}>
            <TripCard trip={trip} isPast={isPast} renderNotes={renderNotes} />
          </li>
        ))}
      </ul>
    </section>
  ));
}
