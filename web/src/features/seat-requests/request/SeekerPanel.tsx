import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { formatMoney } from "#shared/formatting/format.ts";
import { StickyActionPanel } from "./StickyActionPanel.tsx";
import { SeatRequestForm } from "./SeatRequestForm.tsx";
import type { RideSegmentProps } from "./seat-request-draft.ts";
import { type SeekerAction, type SeekerState, getSeekerAction, getSeekerState } from "./seeker-state.ts";
import { StandbyPosition } from "../standby/StandbyPosition.tsx";
import { OwnRequest } from "./OwnRequest.tsx";
import { needsReplacement } from "../request-status.ts";
import { ownRequestsForRide } from "../seat-requests.queries.ts";
import { standbyQueue } from "../standby/standby.queries.ts";
import { SeatRequestStatusPill } from "../SeatRequestStatusPill.tsx";

const Replacements = lazyScreen(() => import("./Replacements.tsx"), "Replacements");

interface SeekerPanelProps extends RideSegmentProps {
  /** True if the ride is active and has not departed. */
  readonly isUpcoming: boolean;
}

/** Seeker's part of the ride page: the status of their request or the form, and a sticky action bar on phones. */
export function SeekerPanel(props: SeekerPanelProps) {
  const { ride, isUpcoming } = props;
  const { data, isPending } = useQuery(ownRequestsForRide(ride.id));
  const standbyQueueQuery = useQuery({ ...standbyQueue(ride.id), enabled: ride.status === "scheduled" });
  // If the request fails to load, the form still works: the server rejects a second request.
  const state = isPending
    ? undefined
    : getSeekerState({ requests: data?.items ?? [], standbyEntry: standbyQueueQuery.data?.own, isUpcoming });
  const actionBar = useActionBar(state, props);
  return (
    <StickyActionPanel bar={actionBar}>
      {state ? <SeekerStateView {...props} state={state} /> : <Skeleton className="h-40 rounded-lg" />}
    </StickyActionPanel>
  );
}

function SeekerStateView({ state, ...props }: SeekerPanelProps & { state: SeekerState }) {
  const { t } = useLingui();
  const { ride, otherRides } = props;
  if (state.kind === "open") return <RequestableView {...props} state={state} />;
  if (state.kind === "standby")
    return <StandbyPosition entry={state.standbyEntry} ride={ride} otherRides={otherRides} />;
  const { kind, request } = state;
  if (!request) return <Notice tone="info">{t`You can't join this ride any more.`}</Notice>;
  return (
    <div className="grid gap-5">
      <OwnRequest request={request} ride={ride} />
      {/* The outcome, and replacements unless the seeker ended the request. */}
      {kind === "closed" && needsReplacement(request) && (
        <Suspense fallback={null}>
          <Replacements request={request} otherRides={otherRides} />
        </Suspense>
      )}
    </div>
  );
}

function RequestableView({
  ride,
  segment,
  otherRides,
  state: { request },
}: SeekerPanelProps & { state: Extract<SeekerState, { kind: "open" }> }) {
  const { uid } = useUser();
  const profile = useQuery(ownProfile);
  if (profile.isPending) return <Skeleton className="h-40 rounded-lg" />;
  const draftName = `ask.${uid}.${ride.id}.${coordinatesKey(segment.pickup)}.${coordinatesKey(segment.dropoff)}`;
  return (
    <div className="grid gap-5">
      {request && needsReplacement(request) && (
        <Suspense fallback={null}>
          <Replacements request={request} otherRides={otherRides} />
        </Suspense>
      )}
      <SeatRequestForm
        key={draftName}
        ride={ride}
        segment={segment}
        otherRides={otherRides}
        draftName={draftName}
        needs={profile.data?.needs ?? []}
        earlierRequest={request}
      />
    </div>
  );
}

/** Content of the sticky bar on phones: the price if the ride can be requested, else the status. */
function useActionBar(state: SeekerState | undefined, { ride, segment, isUpcoming }: SeekerPanelProps) {
  const { t } = useLingui();
  const action = state && getSeekerAction(state, { isUpcoming, approval: ride.approval, segment });
  if (!state || !action) return undefined;
  const labels: Record<SeekerAction, string> = {
    ask: t`Ask for seats`,
    book: t`Book seats`,
    full: t`View seats`,
    request: t`View your request`,
    seat: t`View your seat`,
    answer: t`Please answer`,
    place: t`View your place in line`,
  };
  return { content: <ActionBarContent state={state} segment={segment} />, action: labels[action] };
}

function ActionBarContent({ state, segment }: Pick<SeekerPanelProps, "segment"> & { state: SeekerState }) {
  const { t } = useLingui();
  if (state.kind === "standby") return <Pill tone="info" icon="clock">{t`On standby`}</Pill>;
  if (state.kind !== "open" && state.request) return <SeatRequestStatusPill request={state.request} />;
  return <p className="num text-xl">{segment.contribution ? formatMoney(segment.contribution) : t`Free`}</p>;
}

const coordinatesKey = ({ lat, lng }: { lat: number; lng: number }): string => `${lat.toFixed(3)},${lng.toFixed(3)}`;
