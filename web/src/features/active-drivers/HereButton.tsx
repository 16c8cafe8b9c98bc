import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { nearestPlace } from "#shared/places/places.queries.ts";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";

const WAIT_MS = 8000;
const OLD_MS = 60_000;

/** Takes the place of this device, once, when asked. */
export function HereButton({ onPlace }: { onPlace: (place: Place) => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const toast = useToast();
  const [looking, setLooking] = useState(false);
  const look = async () => {
    setLooking(true);
    try {
      const { coords } = await devicePosition();
      const at = { lat: coords.latitude, lng: coords.longitude };
      onPlace({ ...(await queries.fetchQuery(nearestPlace(at))), ...at });
    } catch {
      toast({ message: t`Your position could not be found. Type a place instead.`, type: "warning" });
    } finally {
      setLooking(false);
    }
  };
  return (
    <Button icon="locate" busy={looking} onClick={() => void look()}>
      {t`Use my position`}
    </Button>
  );
}

const devicePosition = () =>
  new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: WAIT_MS, maximumAge: OLD_MS }),
  );
