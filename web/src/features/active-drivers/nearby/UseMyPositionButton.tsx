import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useCurrentPlace } from "./use-current-place.ts";

/** Fills in the device's position once, on request. */
export function UseMyPositionButton({ onPlace }: { onPlace: (place: Place) => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const { isLooking, findPlace } = useCurrentPlace();
  const onPress = async () => {
    const place = await findPlace();
    if (place) onPlace(place);
    else toast({ message: t`We couldn't find your location. Enter a place instead.`, type: "warning" });
  };
  return (
    <Button icon="locate" busy={isLooking} onClick={() => void onPress()}>
      {t`Use my location`}
    </Button>
  );
}
