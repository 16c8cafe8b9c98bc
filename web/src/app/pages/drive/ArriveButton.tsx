import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "react-router";
import { useCompleteRide } from "#features/rides/rides.queries.ts";
import { setSharedTrip } from "#features/trip-safety/position/shared-trip.ts";
import { errorText } from "#shared/api/error-text.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useNow } from "#shared/use-now.ts";

/** Ends the ride, and the sharing of the position. Shown once the ride has departed. */
export function ArriveButton({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const nowMs = useNow();
  const navigate = useNavigate();
  const toast = useToast();
  const complete = useCompleteRide();
  if (Date.parse(ride.departsAt) > nowMs) return null;
  const arrive = async () => {
    try {
      await complete.mutateAsync(ride);
      setSharedTrip(uid, undefined);
      toast({
        message: t`Ride completed. Thanks for driving!`,
        type: "success",
      });
      await navigate(`/rides/${ride.id}`, { replace: true });
    } catch (error) {
      const message = errorText(error);
      toast({ message, type: "error" });
    }
  };
  return (
    <Button
      size="lg"
      icon="flag"
      className="min-h-16 text-xl"
      busy={complete.isPending}
      onClick={() => void arrive()}
    >
      {t`We've arrived`}
    </Button>
  );
}
