import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { DriverDistance } from "../DriverDistance.tsx";
import { publicProfileOf } from "../ride-requests.queries.ts";

/** The active driver the seeker asked, who has not answered yet. */
export function AskedDriver({ driverUid, origin }: { driverUid: string; origin: RideRequest["origin"] }) {
  const { t } = useLingui();
  const { data: driver } = useQuery(publicProfileOf(driverUid));
  if (!driver) return null;
  const name = driver.displayName;
  return (
    <section
      aria-label={t`Driver`}
      className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <Avatar uid={driver.uid} name={name} initials={driver.initials} photo={driver.photo} />
      <div className="min-w-52 flex-1">
        <p className="font-semibold">{t`You asked ${name}`}</p>
        <p className="text-sm text-ink-2">
          <DriverDistance driverUid={driverUid} from={origin} />{" "}
          {t`Your request is on their screen. Their offer appears here.`}
        </p>
      </div>
      <MessageButton to={{ withUid: driverUid }}>{t`Message`}</MessageButton>
    </section>
  );
}
