import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { AskForm } from "./AskForm.tsx";
import type { AskForSeatsProps } from "./ask-draft.ts";
import { OwnPlace } from "./OwnPlace.tsx";
import { OwnRequest } from "./OwnRequest.tsx";
import { isActive, isStranded } from "./request-status.ts";
import { ownRequestsOn } from "./seat-requests.queries.ts";
import { standbyLine } from "./standby.queries.ts";

const Instead = lazyScreen(() => import("./Instead.tsx"), "Instead");

/** On a ride's page, for a seeker: how one's request stands, or the form to make one. */
export function AskForSeats({ ride, part, otherRides }: AskForSeatsProps) {
  const { t } = useLingui();
  const { uid } = useUser();
  const { data, isPending } = useQuery(ownRequestsOn(ride.id));
  const line = useQuery({ ...standbyLine(ride.id), enabled: ride.status === "scheduled" });
  const profile = useQuery(ownProfile);
  const [openedAt] = useState(() => Date.now());
  if (isPending || profile.isPending) return <Skeleton className="h-40 rounded-lg" />;
  // Where this could not be read the form still works: the server knows whether one has asked already.
  const own = data?.items ?? [];
  const request = own.find(isActive) ?? own[0];
  if (request && isActive(request)) return <OwnRequest request={request} ride={ride} />;
  const over = ride.status !== "scheduled" || Date.parse(ride.departsAt) <= openedAt;
  if (over) {
    if (request) return <Ended request={request} ride={ride} otherRides={otherRides} />;
    return <Notice tone="info">{t`This ride cannot be joined any more.`}</Notice>;
  }
  const place = line.data?.own;
  if (place) return <OwnPlace place={place} ride={ride} otherRides={otherRides} />;
  const name = `ask.${uid}.${ride.id}.${where(part.pickup)}.${where(part.dropoff)}`;
  const form = (
    <AskForm
      key={name}
      ride={ride}
      part={part}
      otherRides={otherRides}
      draftName={name}
      needs={profile.data?.needs ?? []}
      before={request satisfies SeatRequest | undefined}
    />
  );
  if (!request || !isStranded(request)) return form;
  return (
    <div className="grid gap-5">
      <Suspense fallback={null}>
        <Instead request={request} otherRides={otherRides} />
      </Suspense>
      {form}
    </div>
  );
}

/** How it ended, and what else there is where it was not one's own doing. */
function Ended({
  request,
  ride,
  otherRides,
}: Pick<AskForSeatsProps, "ride" | "otherRides"> & { request: SeatRequest }) {
  return (
    <div className="grid gap-5">
      <OwnRequest request={request} ride={ride} />
      {isStranded(request) && (
        <Suspense fallback={null}>
          <Instead request={request} otherRides={otherRides} />
        </Suspense>
      )}
    </div>
  );
}

const where = ({ lat, lng }: { lat: number; lng: number }): string => `${lat.toFixed(3)},${lng.toFixed(3)}`;
