import type { RideFile } from "@commonlane/contract/moderation";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { HideDeeds } from "./HideDeeds.tsx";
import { History } from "./History.tsx";
import { oneRide } from "./moderation.queries.ts";
import { Facts, Part, PersonLink, When } from "./parts.tsx";
import { useValueWords } from "./words.ts";

/** All about one ride. */
export function RideView() {
  const { t } = useLingui();
  const statusOf = useValueWords();
  const { rideId = "" } = useParams();
  const { data: file, error, refetch, isRefetching } = useQuery(oneRide(rideId));
  if (!file && error)
    return <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />;
  if (!file) return <SkeletonCards />;
  const { ride } = file;
  return (
    <>
      <h2 className="text-xl font-bold wrap-anywhere">{`${ride.fromLabel} → ${ride.toLabel}`}</h2>
      <HideDeeds things={[{ kind: "ride", id: ride.id }]} hidings={file.hidings} />
      <Facts
        facts={[
          { name: t`Host`, value: <PersonLink person={file.host} /> },
          { name: t`Leaves`, value: <When at={ride.departsAt} /> },
          { name: t`Status`, value: statusOf(ride.status) },
          { name: t`By way of`, value: file.points.map(({ label }) => label).join(" → ") },
          { name: t`Seats`, value: file.seatsTotal },
          { name: t`Vehicle`, value: file.vehicle ?? t`not given` },
          { name: t`Note`, value: file.note ?? t`nothing` },
          { name: t`Hosted`, value: <When at={file.createdAt} /> },
        ]}
      />
      <Requests requests={file.requests} />
      <History file={file} />
    </>
  );
}

function Requests({ requests }: Pick<RideFile, "requests">) {
  const { t } = useLingui();
  const statusOf = useValueWords();
  return (
    <Part title={t`Who asked to come along`}>
      {requests.length === 0 && <p className="text-ink-2">{t`Nobody yet.`}</p>}
      {requests.length > 0 && (
        <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
          {requests.map(({ id, seeker, seats, status, message, reason, createdAt }) => (
            <li key={id} className="grid gap-1 p-4">
              <span className="flex flex-wrap items-baseline gap-x-3">
                <PersonLink person={seeker} />
                <span>{t`${plural(seats, { one: "# seat", other: "# seats" })}`}</span>
                <span className="text-ink-2">{statusOf(status)}</span>
                <When at={createdAt} />
              </span>
              {message && <span className="wrap-anywhere">{message}</span>}
              {reason && <span className="text-ink-2 wrap-anywhere">{t`Reason: ${reason}`}</span>}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
