import { DepartingSoon } from "./DepartingSoon.tsx";
import { UpcomingTrips } from "./UpcomingTrips.tsx";
import { useDepartingSoon } from "./use-departing-soon.ts";

interface HomeListsProps {
  selectedId: string | null;
  onSelect: (rideId: string) => void;
}

/** What is next for the reader, and what leaves soon. */
export function HomeLists({ selectedId, onSelect }: HomeListsProps) {
  const departingSoon = useDepartingSoon();
  return (
    <>
      <UpcomingTrips />
      <DepartingSoon departingSoon={departingSoon} selectedId={selectedId} onSelect={onSelect} />
    </>
  );
}
