import { tripSafety } from "@commonlane/contract/trip-safety";
import { useEffect, useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { isProblem } from "#shared/api/api-error.ts";

type SharingState = "off" | "waiting" | "sent" | "denied" | "unavailable" | "failed";
const MIN_INTERVAL_MS = 20_000;
/** GeolocationPositionError.PERMISSION_DENIED */
const DENIED = 1;

/**
 * Sends the device's position to followers while sharing is on and the page is open, at most as often as their pages
 * refresh.
 */
export function useSharePosition(rideId: string) {
  const [isOn, turn] = useState(false);
  const [state, setState] = useState<SharingState>("off");
  useEffect(() => {
    if (!isOn) return undefined;
    let sentAt = 0;
    const sendPosition = async ({
      coords: { latitude: lat, longitude: lng },
    }: GeolocationPosition) => {
      if (Date.now() - sentAt < MIN_INTERVAL_MS) return;
      sentAt = Date.now();
      try {
        await call(tripSafety.updatePosition, { params: { rideId }, body: { lat, lng } });
        setState("sent");
      } catch (error) {
        if (isProblem(error, "nobody_follows")) turn(false);
        else setState("failed");
      }
    };
    const watch = navigator.geolocation.watchPosition(
      (position) => void sendPosition(position),
      ({ code }) => setState(code === DENIED ? "denied" : "unavailable"),
      { enableHighAccuracy: true, maximumAge: 5000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [isOn, rideId]);
  const setSharing = (enabled: boolean) => {
    const isSupported = "geolocation" in navigator;
    turn(enabled && isSupported);
    if (enabled) setState(isSupported ? "waiting" : "unavailable");
    else setState("off");
  };
  const isShown = isOn || state === "unavailable";
  return { on: isOn, turn: setSharing, state: isShown ? state : "off" } as const;
}
