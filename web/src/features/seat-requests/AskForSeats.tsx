import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { moneyText } from "#shared/wording/wording.ts";
import { AskAside } from "./AskAside.tsx";
import { AskForm } from "./AskForm.tsx";
import type { AskForSeatsProps } from "./ask-draft.ts";
import { type AskLead, type AskStand, leadOf, standOf } from "./ask-stand.ts";
import { OwnPlace } from "./OwnPlace.tsx";
import { OwnRequest } from "./OwnRequest.tsx";
import { isStranded } from "./request-status.ts";
import { ownRequestsOn } from "./seat-requests.queries.ts";
import { standbyLine } from "./standby.queries.ts";
import { StatusPill } from "./StatusPill.tsx";

const Instead = lazyScreen(() => import("./Instead.tsx"), "Instead");

interface AskHereProps extends AskForSeatsProps {
  /** The ride stands and has not left. */
  readonly coming: boolean;
}

/** On a ride's page, for a seeker: how they stand to it, or the form to ask; and on a phone the bar that leads there. */
export function AskForSeats(props: AskHereProps) {
  const { ride, coming } = props;
  const { data, isPending } = useQuery(ownRequestsOn(ride.id));
  const line = useQuery({ ...standbyLine(ride.id), enabled: ride.status === "scheduled" });
  // Where this could not be read the form still works: the server knows whether one has asked already.
  const stand = isPending ? undefined : standOf({ requests: data?.items ?? [], place: line.data?.own, coming });
  const bar = useBar(stand, props);
  return (
    <AskAside bar={bar}>
      {stand ? <Standing {...props} stand={stand} /> : <Skeleton className="h-40 rounded-lg" />}
    </AskAside>
  );
}

function Standing({ stand, ...props }: AskHereProps & { stand: AskStand }) {
  const { t } = useLingui();
  const { ride, otherRides } = props;
  if (stand.kind === "open") return <Open {...props} stand={stand} />;
  if (stand.kind === "inLine") return <OwnPlace place={stand.place} ride={ride} otherRides={otherRides} />;
  const { kind, request } = stand;
  if (!request) return <Notice tone="info">{t`This ride cannot be joined any more.`}</Notice>;
  return (
    <div className="grid gap-5">
      <OwnRequest request={request} ride={ride} />
      {/* How it ended, and what else there is where it was not one's own doing. */}
      {kind === "over" && isStranded(request) && (
        <Suspense fallback={null}>
          <Instead request={request} otherRides={otherRides} />
        </Suspense>
      )}
    </div>
  );
}

function Open({
  ride,
  part,
  otherRides,
  stand: { request },
}: AskHereProps & { stand: Extract<AskStand, { kind: "open" }> }) {
  const { uid } = useUser();
  const profile = useQuery(ownProfile);
  if (profile.isPending) return <Skeleton className="h-40 rounded-lg" />;
  const name = `ask.${uid}.${ride.id}.${where(part.pickup)}.${where(part.dropoff)}`;
  return (
    <div className="grid gap-5">
      {request && isStranded(request) && (
        <Suspense fallback={null}>
          <Instead request={request} otherRides={otherRides} />
        </Suspense>
      )}
      <AskForm
        key={name}
        ride={ride}
        part={part}
        otherRides={otherRides}
        draftName={name}
        needs={profile.data?.needs ?? []}
        before={request}
      />
    </div>
  );
}

/** What the bar of a phone says to each stand: the price of what can be asked for, else how it stands. */
function useBar(stand: AskStand | undefined, { ride, part, coming }: AskHereProps) {
  const { t } = useLingui();
  const lead = stand && leadOf(stand, { coming, approval: ride.approval, part });
  if (!stand || !lead) return undefined;
  const words: Record<AskLead, string> = {
    ask: t`Ask for seats`,
    book: t`Book seats`,
    full: t`See seats`,
    request: t`See your request`,
    seat: t`See your seat`,
    answer: t`Please answer`,
    place: t`See your place`,
  };
  return { said: <Said stand={stand} part={part} />, lead: words[lead] };
}

function Said({ stand, part }: Pick<AskHereProps, "part"> & { stand: AskStand }) {
  const { t } = useLingui();
  if (stand.kind === "inLine") return <Pill tone="info" icon="clock">{t`On standby`}</Pill>;
  if (stand.kind !== "open" && stand.request) return <StatusPill request={stand.request} />;
  return <p className="num text-xl">{part.contribution ? moneyText(part.contribution) : t`Free`}</p>;
}

const where = ({ lat, lng }: { lat: number; lng: number }): string => `${lat.toFixed(3)},${lng.toFixed(3)}`;
