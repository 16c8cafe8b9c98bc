import { DepartingSoon } from "./DepartingSoon.tsx";
import { UpcomingTrips } from "./UpcomingTrips.tsx";
import { useDepartingSoon } from "./use-departing-soon.ts";

interface HomeListsProps {
  selectedId: string | null;
  onSelect: (rideId: string) => void;
}

/** The viewer's upcoming trips and the rides departing soon. */
export function HomeLists({ selectedId, onSelect }: HomeListsProps) {
  const departingSoon = useDepartingSoon();
  return (
    <>
      <UpcomingTrips />
      <DepartingSoon departingSoon={departingSoon} selectedId={selectedId} onSelect={onSelect} />
    </>
  );
}
