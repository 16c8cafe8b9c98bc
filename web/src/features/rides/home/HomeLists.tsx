import { DepartingSoon } from "./DepartingSoon.tsx";
import { useDepartingSoon } from "./use-departing-soon.ts";

interface HomeListsProps {
  selectedId: string | null;
  onSelect: (rideId: string) => void;
}

/** Rides departing soon. */
export function HomeLists(props: HomeListsProps) {
  return <DepartingSoon departingSoon={useDepartingSoon()} {...props} />;
}
