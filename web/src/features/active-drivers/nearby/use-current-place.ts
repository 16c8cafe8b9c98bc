import type { OwnActiveDriver } from "@commonlane/contract/active-drivers";
import type { Place } from "@commonlane/contract/shapes";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { nearestPlace } from "#shared/places/places.queries.ts";
import { getDevicePosition, isGeolocationGranted } from "#shared/geo/device-position.ts";

/** Looks up where this device is, named after the town it is in; undefined where that cannot be known. */
export function useCurrentPlace() {
  const queries = useQueryClient();
  const [isLooking, setLooking] = useState(false);
  const findPlace = async (): Promise<Place | undefined> => {
    setLooking(true);
    try {
      const { coords } = await getDevicePosition();
      const at = { lat: coords.latitude, lng: coords.longitude };
      return { ...(await queries.fetchQuery(nearestPlace(at))), ...at };
    } catch {
      return undefined;
    } finally {
      setLooking(false);
    }
  };
  return { looking: isLooking, look: findPlace };
}

/** Where an active driver is, to about a kilometre, named after the town; null until that is known. */
export function useDriverPlace(own: OwnActiveDriver | null): Place | null {
  const at = own && { lat: Math.round(own.lat * 100) / 100, lng: Math.round(own.lng * 100) / 100 };
  const { data } = useQuery({ ...nearestPlace(at ?? { lat: 0, lng: 0 }), enabled: at !== null });
  return at && data ? { label: data.label, ...at } : null;
}

/** Takes where the device is by itself, if nothing was said yet and the browser was allowed to tell before. */
export function useCurrentPlaceIfAllowed(enabled: boolean, onPlace: (place: Place) => void): void {
  const { look: findPlace } = useCurrentPlace();
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
