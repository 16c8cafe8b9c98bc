import { tripSafety } from "@commonlane/contract/trip-safety";
import type { LatLng } from "@commonlane/contract/shapes";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { call } from "#shared/api/api-client.ts";
import { isProblem } from "#shared/api/api-error.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { sendPositions } from "./send-positions.ts";
import {
  getSharedTrip,
  setSharedTrip,
  setTripSharingState,
  subscribeSharedTrip,
  type TripSharingState,
} from "./shared-trip.ts";

/** Renders nothing: sends the position on a shared trip from any screen, while this tab shares it. */
export function SendTripPosition() {
  const { uid } = useUser();
  const trip = useSyncExternalStore(subscribeSharedTrip, () => getSharedTrip(uid));
  const onState = useEffectEvent((state: TripSharingState) => {
    if (state === "ended") setSharedTrip(uid, undefined);
    else setTripSharingState(state);
  });
  useEffect(() => {
    if (!trip) return undefined;
    if (!("geolocation" in navigator)) {
      setTripSharingState("unavailable");
      return undefined;
    }
    return sendPositions({
      trip,
      geolocation: navigator.geolocation,
      send: (position) => sendPosition(trip.rideId, position),
      onState: (state) => onState(state),
    });
  }, [trip]);
  return null;
}

async function sendPosition(rideId: string, body: LatLng): Promise<boolean> {
  try {
    await call(tripSafety.updatePosition, {
      params: { rideId },
      body,
    });
    return true;
  } catch (error) {
    if (isProblem(error, "nobody_follows") || isProblem(error, "not_found")) return false;
    throw error;
  }
}
