import type { Profile, PublicPerson } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { DriverDistance } from "../DriverDistance.tsx";
import { draftForDriver, type RequestPrefill } from "./request-draft.ts";
import { RequestForm } from "./RequestForm.tsx";
import { publicProfileOf } from "../ride-requests.queries.ts";

interface RequestDriverProps {
  readonly driverUid: string;
  readonly prefill: RequestPrefill;
  readonly profile: Profile | undefined;
}

/** Request to one active driver, starting now. The driver is notified right away. */
export function RequestDriver({ driverUid, prefill, profile }: RequestDriverProps) {
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
