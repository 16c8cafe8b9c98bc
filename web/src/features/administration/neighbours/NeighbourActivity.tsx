import type { NeighbourDetails } from "@commonlane/contract/neighbours";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatUserDateTime } from "#shared/formatting/user-time-zone.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";

/** Whether a neighbour is searched, how often, and what failed last. */
export function NeighbourActivity({ neighbour }: { neighbour: NeighbourDetails }) {
  const { t } = useLingui();
  const { state, searchesSent, searchesReceived, lastAnsweredAt, lastReceivedAt } = neighbour;
  if (state === "asked") return <Pill tone="warn" icon="clock">{t`Waits for their approval`}</Pill>;
  if (state === "incoming")
    return (
      <Notice tone="warn">
        {t`Wants to be neighbours. Compare the fingerprint with its administrators.`}
      </Notice>
    );
  const answeredAt = lastAnsweredAt === null ? "" : formatUserDateTime(lastAnsweredAt);
  const receivedAt = lastReceivedAt === null ? "" : formatUserDateTime(lastReceivedAt);
  const sent = plural(searchesSent, {
    one: "Searched once",
    other: "Searched # times",
  });
  const received = plural(searchesReceived, {
    one: "It searched here once",
    other: "It searched here # times",
  });
  return (
    <>
      <span className="text-sm text-ink-2">
        {answeredAt === "" ? sent : t`${sent}, last answer on ${answeredAt}`}
      </span>
      {receivedAt !== "" && (
        <span className="text-sm text-ink-2">{t`${received}, last on ${receivedAt}`}</span>
      )}
      <LastFailure neighbour={neighbour} />
    </>
  );
}

/** Shown until the neighbour has answered again. */
function LastFailure({
  neighbour: { lastFailure, lastFailedAt, lastAnsweredAt },
}: {
  neighbour: NeighbourDetails;
}) {
  const { t } = useLingui();
  if (lastFailure === null || lastFailedAt === null) return null;
  if (lastAnsweredAt !== null && lastAnsweredAt >= lastFailedAt) return null;
  const texts = {
    unreachable: t`Can't be reached`,
    slow: t`Takes longer than two seconds`,
    refused: t`Refuses our searches`,
    invalid: t`Sends answers that can't be read`,
  };
  const failure = texts[lastFailure];
  const failedAt = formatUserDateTime(lastFailedAt);
  return <Pill tone="bad" icon="alert">{t`${failure}, last on ${failedAt}`}</Pill>;
}
