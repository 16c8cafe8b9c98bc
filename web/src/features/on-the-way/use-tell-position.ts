import { onTheWay } from "@commonlane/contract/on-the-way";
import { useEffect, useState } from "react";
import { call } from "#shared/api.ts";
import { isProblem } from "#shared/api-error.ts";

type State = "off" | "waiting" | "told" | "refused" | "lost" | "unheard";
const APART_MS = 20_000;
/** GeolocationPositionError.PERMISSION_DENIED */
const DENIED = 1;

/** Tells those who follow where this device is, while it is turned on and the page is open; never more often than they look. */
export function useTellPosition(rideId: string) {
  const [on, turn] = useState(false);
  const [state, setState] = useState<State>("off");
  useEffect(() => {
    if (!on) return undefined;
    let toldAt = 0;
    const tell = async ({ coords: { latitude: lat, longitude: lng } }: GeolocationPosition) => {
      if (Date.now() - toldAt < APART_MS) return;
      toldAt = Date.now();
      try {
        await call(onTheWay.tellPosition, { params: { rideId }, body: { lat, lng } });
        setState("told");
      } catch (error) {
        if (isProblem(error, "nobody_follows")) turn(false);
        else setState("unheard");
      }
    };
    const watch = navigator.geolocation.watchPosition(
      (fix) => void tell(fix),
      ({ code }) => setState(code === DENIED ? "refused" : "lost"),
      { enableHighAccuracy: true, maximumAge: 5000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [on, rideId]);
  const choose = (wanted: boolean) => {
    const known = "geolocation" in navigator;
    turn(wanted && known);
    setState(!wanted ? "off" : known ? "waiting" : "lost");
  };
  return { on, turn: choose, state: on ? state : state === "lost" ? state : "off" } as const;
}
