import type { Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { calendarDayFromNow } from "#shared/forms/search-draft.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { NotFound } from "#shared/ui/PlainPage.tsx";
import { SkeletonForm } from "#shared/ui/SkeletonForm.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import {
  draftToRepost,
  draftFromRequest,
  draftFromSearch,
  emptyDraft,
  type RequestPrefill,
} from "./request-draft.ts";
import { rideRequestById } from "../ride-requests.queries.ts";
import { RequestDriver } from "./RequestDriver.tsx";
import { RequestForm } from "./RequestForm.tsx";

interface PostRequestScreenProps {
  readonly prefill: RequestPrefill | undefined;
  /** The active driver to ask. */
  readonly driverUid?: string | undefined;
}

/** Posts a request; `?change=` edits one, `?again=` starts from an earlier one. */
export function PostRequestScreen({ prefill, driverUid }: PostRequestScreenProps) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const changedRequestId = search.get("change") ?? undefined;
  const postTitle = driverUid ? t`Request a ride from here` : t`Post a ride request`;
  useTitle(changedRequestId ? t`Edit your ride request` : t`Post a ride request`);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-(--gutter) py-6">
      <div>
        <h1 id="request-form" className="text-2xl font-bold tracking-[-.02em] outline-none">
          {changedRequestId ? t`Edit your ride request` : postTitle}
        </h1>
        {driverUid === undefined && (
          <p className="mt-1 text-ink-2">{t`Drivers heading your way can send you offers. You choose.`}</p>
        )}
      </div>
      <RequestFormLoader
        requestId={changedRequestId ?? search.get("again") ?? undefined}
        change={changedRequestId !== undefined}
        prefill={prefill}
        driverUid={driverUid}
      />
    </div>
  );
}

interface RequestFormLoaderProps extends Pick<
  LoadedRequestFormProps,
  "change" | "prefill" | "driverUid"
> {
  /** The request to start from. */
  readonly requestId: string | undefined;
}

function RequestFormLoader({ requestId, ...formProps }: RequestFormLoaderProps) {
  const profile = useQuery(ownProfile);
  const request = useQuery({
    ...rideRequestById(requestId ?? ""),
    enabled: requestId !== undefined,
  });
  const { data, error } = request;
  if (isProblem(error, "not_found")) return <RequestNotFound />;
  if (requestId !== undefined && !data)
    return <NotLoaded query={request} placeholder={<SkeletonForm />} />;
  if (profile.isPending) return <SkeletonForm />;
  return <LoadedRequestForm key={requestId} profile={profile.data} request={data} {...formProps} />;
}

function RequestNotFound() {
  const { t } = useLingui();
  return (
    <NotFound
      title={t`This request is no longer available`}
      to="/requests/new"
      linkLabel={t`Post a ride request`}
    >
      {t`It may be over, or the link is incomplete.`}
    </NotFound>
  );
}

interface LoadedRequestFormProps {
  readonly profile: Profile | undefined;
  readonly request: RideRequest | undefined;
  readonly change: boolean;
  readonly prefill: RequestPrefill | undefined;
  readonly driverUid: string | undefined;
}

function LoadedRequestForm({
  profile,
  request,
  change,
  prefill,
  driverUid,
}: LoadedRequestFormProps): ReactNode {
  const { t } = useLingui();
  const { uid } = useUser();
  // Fixed, so that dates do not shift while the form is open.
  const [now] = useState(() => new Date());
  if (!request) {
    if (prefill && driverUid !== undefined)
      return <RequestDriver driverUid={driverUid} prefill={prefill} profile={profile} />;
    const initial = prefill
      ? draftFromSearch(prefill, profile)
      : emptyDraft(profile, calendarDayFromNow(1, now));
    const draftSuffix = prefill ? `.${JSON.stringify(prefill)}` : "";
    return (
      <RequestForm draftName={`request.${uid}${draftSuffix}`} initial={initial} profile={profile} />
    );
  }
  const { id, status } = request;
  const isOwn = request.seekerId === uid;
  if (isOwn && !change)
    return (
      <RequestForm
        draftName={`request-again.${uid}.${id}`}
        initial={draftToRepost(request, now)}
        profile={profile}
      />
    );
  if (isOwn && status === "open") {
    const initial = draftFromRequest(request);
    return (
      <RequestForm
        draftName={`request.${uid}.${id}`}
        initial={initial}
        profile={profile}
        changing={request}
      />
    );
  }
  return (
    <EmptyState
      title={t`This request can't be changed`}
      action={
        <Link to={`/requests/${id}`} className={buttonClasses("line")}>
          {t`View request`}
        </Link>
      }
    >
      {isOwn ? t`It's already closed.` : t`Only the person who posted it can change it.`}
    </EmptyState>
  );
}
