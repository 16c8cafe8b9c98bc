import type { Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { isProblem } from "#shared/api-error.ts";
import { dayFromNow } from "#shared/forms/search-draft.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { againOf, draftOf, draftOfWish, emptyDraft, type RequestWish } from "./request-draft.ts";
import { oneRideRequest } from "./ride-requests.queries.ts";
import { AskDriver } from "./AskDriver.tsx";
import { RequestForm } from "./RequestForm.tsx";

interface PostRequestScreenProps {
  readonly wish: RequestWish | undefined;
  /** The active driver who is asked for a ride. */
  readonly driverUid?: string | undefined;
}

/** Posts a request; with `?change=` changes one, with `?again=` begins with what an earlier one was like. */
export function PostRequestScreen({ wish, driverUid }: PostRequestScreenProps) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const changing = search.get("change") ?? undefined;
  useTitle(changing ? t`Change your ride request` : t`Post a ride request`);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-(--gutter) py-6">
      <div>
        <h1 id="request-form" className="text-2xl font-bold tracking-[-.02em] outline-none">
          {changing ? t`Change your ride request` : driverUid ? t`Ask for a ride from here` : t`Post a ride request`}
        </h1>
        {driverUid === undefined && (
          <p className="mt-1 text-ink-2">{t`Drivers who pass your way see it and make you an offer. You choose.`}</p>
        )}
      </div>
      <Form
        requestId={changing ?? search.get("again") ?? undefined}
        change={changing !== undefined}
        wish={wish}
        driverUid={driverUid}
      />
    </div>
  );
}

interface FormProps extends Pick<ReadyProps, "change" | "wish" | "driverUid"> {
  /** The request that it begins with. */
  readonly requestId: string | undefined;
}

function Form({ requestId, ...more }: FormProps) {
  const profile = useQuery(ownProfile);
  const request = useQuery({ ...oneRideRequest(requestId ?? ""), enabled: requestId !== undefined });
  const { data, error, refetch, isRefetching } = request;
  if (isProblem(error, "not_found")) return <NoSuchRequest />;
  const waits = requestId !== undefined && !data;
  if (waits && error)
    return <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />;
  if (profile.isPending || waits) return <SkeletonCards count={2} />;
  return <Ready key={requestId} profile={profile.data} request={data} {...more} />;
}

function NoSuchRequest() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`This request is not here any more`}
      action={
        <Link to="/requests/new" className={buttonLook()}>
          {t`Post a ride request`}
        </Link>
      }
    >
      {t`It may be over, or the link is not complete.`}
    </EmptyState>
  );
}

interface ReadyProps {
  readonly profile: Profile | undefined;
  readonly request: RideRequest | undefined;
  readonly change: boolean;
  readonly wish: RequestWish | undefined;
  readonly driverUid: string | undefined;
}

function Ready({ profile, request, change, wish, driverUid }: ReadyProps): ReactNode {
  const { t } = useLingui();
  const { uid } = useUser();
  // Held, so that no day moves on under the reader's eyes.
  const [now] = useState(() => new Date());
  if (!request) {
    if (wish && driverUid !== undefined) return <AskDriver driverUid={driverUid} wish={wish} profile={profile} />;
    const initial = wish ? draftOfWish(wish, profile) : emptyDraft(profile, dayFromNow(1, now));
    const about = wish ? `.${JSON.stringify(wish)}` : "";
    return <RequestForm draftName={`request.${uid}${about}`} initial={initial} profile={profile} />;
  }
  const { id, status } = request;
  const mine = request.seekerId === uid;
  if (mine && !change)
    return <RequestForm draftName={`request-again.${uid}.${id}`} initial={againOf(request, now)} profile={profile} />;
  if (mine && status === "open") {
    const initial = draftOf(request);
    return <RequestForm draftName={`request.${uid}.${id}`} initial={initial} profile={profile} changing={request} />;
  }
  return (
    <EmptyState
      title={t`This request cannot be changed`}
      action={
        <Link to={`/requests/${id}`} className={buttonLook("line")}>
          {t`See the request`}
        </Link>
      }
    >
      {mine ? t`It has ended already.` : t`Only who posted it can change it.`}
    </EmptyState>
  );
}
