import type { Ride } from "@commonlane/contract/rides";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAgeCheck } from "#shared/age-check/use-age-check.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import type { NewSeatRequest } from "../seat-requests.queries.ts";
import { standbyQueue, useJoinStandby } from "./standby.queries.ts";

/** Joins the standby queue for a full segment. */
export function JoinStandby({ ride, request }: { ride: Ride; request: NewSeatRequest }) {
  const { t } = useLingui();
  const toast = useToast();
  const ageCheck = useAgeCheck();
  const joinStandby = useJoinStandby(ride.id);
  const { data } = useQuery(standbyQueue(ride.id));
  const { seats, pickup, dropoff, needs } = request;
  const onJoin = async () => {
    try {
      const entry = await ageCheck.run(() =>
        joinStandby.mutateAsync({
          seats,
          ...(pickup && { pickup }),
          ...(dropoff && { dropoff }),
          ...(needs && { needs }),
        }),
      );
      if (entry)
        toast({
          message: t`You're on the waitlist. We'll notify you when a seat frees up.`,
          type: "success",
        });
    } catch {
      // Shown below, from the mutation state.
    }
  };
  const waitingCount = data?.waiting ?? 0;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button size="sm" icon="clock" busy={joinStandby.isPending} onClick={() => void onJoin()}>
          {t`Join the waitlist`}
        </Button>
        <p className="text-sm">
          {waitingCount === 0
            ? t`You'd be next in line.`
            : t`${plural(waitingCount, {
                one: "# person is",
                other: "# people are",
              })} on the waitlist.`}
        </p>
      </div>
      {joinStandby.error && <p role="alert">{joinStandby.error.message}</p>}
      {ageCheck.dialog}
    </div>
  );
}
