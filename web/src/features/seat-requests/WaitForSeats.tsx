import type { Ride } from "@commonlane/contract/rides";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAdultGate } from "#shared/adult/use-adult-gate.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import type { Ask } from "./seat-requests.queries.ts";
import { standbyLine, useJoinStandby } from "./standby.queries.ts";

/** Joins the line for what is not free now. */
export function WaitForSeats({ ride, ask }: { ride: Ride; ask: Ask }) {
  const { t } = useLingui();
  const toast = useToast();
  const gate = useAdultGate();
  const join = useJoinStandby(ride.id);
  const { data } = useQuery(standbyLine(ride.id));
  const { seats, pickup, dropoff, needs } = ask;
  const onJoin = async () => {
    try {
      const place = await gate.run(() =>
        join.mutateAsync({
          seats,
          ...(pickup && { pickup }),
          ...(dropoff && { dropoff }),
          ...(needs && { needs }),
        }),
      );
      if (place) toast({ message: t`You wait in line. You are told when a seat comes back.`, type: "success" });
    } catch {
      // Shown below, from the call's own state.
    }
  };
  const waiting = data?.waiting ?? 0;
  return (
    <div className="mt-3 grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button size="sm" icon="clock" busy={join.isPending} onClick={() => void onJoin()}>
          {t`Wait for ${plural(seats, { one: "a seat", other: "# seats" })}`}
        </Button>
        <p className="text-sm">
          {waiting === 0
            ? t`You would be next in line.`
            : t`${plural(waiting, { one: "# person waits", other: "# people wait" })} already.`}
        </p>
      </div>
      {join.error && <p role="alert">{join.error.message}</p>}
      {gate.dialog}
    </div>
  );
}
