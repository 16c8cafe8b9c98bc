import type { RideCaseFile } from "@commonlane/contract/moderation";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { formatRoute } from "#shared/formatting/bidi.ts";
import { ContentRemovalButtons } from "./ContentRemovalButtons.tsx";
import { ModerationHistory } from "../ui/ModerationHistory.tsx";
import { rideCaseFile } from "../moderation.queries.ts";
import {
  DetailList,
  ModerationSection,
  PersonLink,
  Timestamp,
} from "#shared/console/console-ui.tsx";
import { useValueLabels } from "../ui/moderation-labels.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** Everything about one ride. */
export function RideView() {
  const { t } = useLingui();
  const statusLabel = useValueLabels();
  const { rideId = "" } = useParams();
  const caseFileQuery = useQuery(rideCaseFile(rideId));
  const caseFile = caseFileQuery.data;
  if (!caseFile) return <NotLoaded query={caseFileQuery} />;
  const { ride } = caseFile;
  return (
    <>
      <h2 className="text-xl font-bold wrap-anywhere">
        {formatRoute(ride.fromLabel, ride.toLabel)}
      </h2>
      <ContentRemovalButtons
        contents={[{ kind: "ride", id: ride.id }]}
        contentRemovals={caseFile.contentRemovals}
      />
      <DetailList
        details={[
          {
            name: t({
              message: "Host",
              context: "the person who drives",
            }),
            value: <PersonLink person={caseFile.host} />,
          },
          {
            name: t`Departure`,
            value: <Timestamp at={ride.departsAt} />,
          },
          {
            name: t`Status`,
            value: statusLabel(ride.status),
          },
          {
            name: t({
              comment: "Stops between the ends of a ride.",
              message: "Via",
            }),
            value: formatRoute(...caseFile.points.map(({ label }) => label)),
          },
          {
            name: t`Seats`,
            value: caseFile.seatsTotal,
          },
          {
            name: t`Vehicle`,
            value: caseFile.vehicle ?? t`Not specified`,
          },
          {
            name: t`Note`,
            value: caseFile.note ?? t`None`,
          },
          {
            name: t`Hosted`,
            value: <Timestamp at={caseFile.createdAt} />,
          },
        ]}
      />
      <RideSeatRequests requests={caseFile.requests} />
      <ModerationHistory caseFile={caseFile} />
    </>
  );
}

function RideSeatRequests({ requests }: Pick<RideCaseFile, "requests">) {
  const { t } = useLingui();
  const statusLabel = useValueLabels();
  return (
    <ModerationSection title={t`Seat requests`}>
      {requests.length === 0 && <p className="text-ink-2">{t`None yet.`}</p>}
      {requests.length > 0 && (
        <ul className="grid divide-y divide-line card">
          {requests.map(({ id, seeker, seats, status, message, reason, createdAt }) => (
            <li key={id} className="grid gap-1 p-4">
              <span className="flex flex-wrap items-baseline gap-x-3">
                <PersonLink person={seeker} />
                <span>{t`${plural(seats, {
                  one: "# seat",
                  other: "# seats",
                })}`}</span>
                <span className="text-ink-2">{statusLabel(status)}</span>
                <Timestamp at={createdAt} />
              </span>
              {message && <span className="wrap-anywhere">{message}</span>}
              {reason && <span className="text-ink-2 wrap-anywhere">{t`Reason: ${reason}`}</span>}
            </li>
          ))}
        </ul>
      )}
    </ModerationSection>
  );
}
