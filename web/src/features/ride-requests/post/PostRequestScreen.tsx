import type { Profile, PublicPerson } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { calendarDayFromNow } from "#shared/forms/search-draft.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { NotFound } from "#shared/ui/PlainPage.tsx";
import { SkeletonForm } from "#shared/ui/SkeletonForm.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { DriverDistance } from "../DriverDistance.tsx";
import { publicProfileOf, rideRequestById } from "../ride-requests.queries.ts";
import {
  draftForDriver,
  draftFromRequest,
  draftFromSearch,
  draftToRepost,
  emptyDraft,
  type RequestPrefill,
} from "./request-draft.ts";
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

interface RequestDriverProps {
  readonly driverUid: string;
  readonly prefill: RequestPrefill;
  readonly profile: Profile | undefined;
}

/** Request to one active driver, starting now. The driver is notified right away. */
function RequestDriver({ driverUid, prefill, profile }: RequestDriverProps) {
  const { t } = useLingui();
  const { uid } = useUser();
  const driver = useQuery(publicProfileOf(driverUid)).data;
  const [now] = useState(() => new Date());
  // The draft's key contains the hour: an older draft for a ride now is useless.
  const hour = now.toISOString().slice(0, 13);
  const name = driver?.displayName ?? t`this driver`;
  return (
    <>
      <DriverSummary uid={driverUid} name={name} driver={driver} from={prefill.from} />
      <RequestForm
        key={driverUid}
        draftName={`request.${uid}.${driverUid}.${prefill.from?.label}.${hour}`}
        initial={draftForDriver(prefill, profile, now)}
        profile={profile}
        driverUid={driverUid}
        sendLabel={t`Ask ${name}`}
      />
    </>
  );
}

interface DriverSummaryProps {
  readonly uid: string;
  readonly name: string;
  readonly driver: PublicPerson | undefined;
  readonly from: RequestPrefill["from"];
}

function DriverSummary({ uid, name, driver, from }: DriverSummaryProps) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const openRequestParams = new URLSearchParams(search);
  openRequestParams.delete("driver");
  return (
    <section aria-label={t`Driver`} className="flex flex-wrap items-center gap-3 card p-4">
      <Avatar uid={driver?.uid} name={name} initials={driver?.initials} photo={driver?.photo} />
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          {name}
          {driver && (
            <span className="text-sm font-normal text-ink-2">
              <RatingText person={driver} />
            </span>
          )}
        </p>
        <p className="text-sm text-ink-2">
          {from && <DriverDistance driverUid={uid} from={from} />}{" "}
          {t`They get your request right away. Other drivers heading your way can make offers, too.`}{" "}
          <Link to={`/requests/new?${openRequestParams}`} className="underline underline-offset-4">
            {t`Ask all drivers instead`}
          </Link>
        </p>
      </div>
      <MessageButton to={{ withUid: uid }}>{t`Message`}</MessageButton>
    </section>
  );
}
