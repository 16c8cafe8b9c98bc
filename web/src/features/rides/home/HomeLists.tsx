import { useDeferredValue } from "react";
import { NavigationType, useNavigationType } from "react-router";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { DepartingSoon, useDepartingSoon } from "./DepartingSoon.tsx";

interface HomeListsProps {
  selectedId: string | null;
  onSelect: (rideId: string) => void;
}

/**
 * Rides departing soon. They appear after the rest of Home, so that its tab answers at once; going back shows them with
 * it, because the browser then restores how far the page was scrolled.
 */
export function HomeLists(props: HomeListsProps) {
  const departingSoon = useDepartingSoon();
  const isBackNavigation = useNavigationType() === NavigationType.Pop;
  const isShown = useDeferredValue(true, isBackNavigation);
  if (!isShown) return <SkeletonRideCards count={2} />;
  return <DepartingSoon departingSoon={departingSoon} {...props} />;
}
