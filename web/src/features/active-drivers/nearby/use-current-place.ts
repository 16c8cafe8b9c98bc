import type { OwnActiveDriver } from "@commonlane/contract/active-drivers";
import type { Place } from "@commonlane/contract/shapes";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { nearestPlace } from "#shared/places/places.queries.ts";
import { getCurrentPosition, isGeolocationGranted } from "#shared/geo/device-position.ts";

/** Locates this device and names the place after its town; undefined if that fails. */
export function useCurrentPlace() {
  const queries = useQueryClient();
  const [isLooking, setLooking] = useState(false);
  const findPlace = async (): Promise<Place | undefined> => {
    setLooking(true);
    try {
      const at = await getCurrentPosition();
      return {
        ...(await queries.fetchQuery(nearestPlace(at))),
        ...at,
      };
    } catch {
      return undefined;
    } finally {
      setLooking(false);
    }
  };
  return { isLooking, findPlace };
}

/** Approximate place of an active driver (about 1 km), named after its town; null until known. */
export function useDriverPlace(own: OwnActiveDriver | null): Place | null {
  const at = own && {
    lat: Math.round(own.lat * 100) / 100,
    lng: Math.round(own.lng * 100) / 100,
  };
  const { data } = useQuery({
    ...nearestPlace(at ?? { lat: 0, lng: 0 }),
    enabled: at !== null,
  });
  return at && data
    ? {
        label: data.label,
        ...at,
      }
    : null;
}

/** Uses the device's position automatically if no place is set and the permission was granted before. */
export function useCurrentPlaceIfAllowed(enabled: boolean, onPlace: (place: Place) => void): void {
  const { findPlace } = useCurrentPlace();
  const applyPlace = useEffectEvent(async (isUnmounted: () => boolean) => {
    if (!(await isGeolocationGranted())) return;
    const here = await findPlace();
    if (here && !isUnmounted()) onPlace(here);
  });
  useEffect(() => {
    let unmounted = false;
    if (enabled) void applyPlace(() => unmounted);
    return () => {
      unmounted = true;
    };
  }, [enabled]);
}
