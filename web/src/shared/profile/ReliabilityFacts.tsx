import type { Reliability } from "@commonlane/contract/reliability";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/icon-paths.ts";
import { formatDuration } from "../formatting/format.ts";
import { latenessThresholds } from "./cancellation-lateness.ts";

/** A user's reliability in figures, with explanations. */
export function ReliabilityFacts({
  reliability,
  isOwn,
}: {
  reliability: Reliability | null;
  isOwn: boolean;
}) {
  const { t } = useLingui();
  const { late, lastMinute } = latenessThresholds();
  return (
    <section aria-labelledby="reliability" className="grid gap-4 card p-5">
      <h2 id="reliability" className="text-lg font-bold">
        {t({
          comment: "How seldom someone cancels or does not come.",
          message: "Reliability",
        })}
      </h2>
      {reliability ? (
        <ReliabilityList reliability={reliability} />
      ) : (
        <p className="text-ink-2">
          {isOwn
            ? t`Nothing here yet. Your first booked ride shows up once it's completed or cancelled.`
            : t`No booked rides yet.`}
        </p>
      )}
      <details className="text-sm text-ink-2">
        <summary className="min-h-6 cursor-pointer py-1 font-semibold underline-offset-4 hover:underline">
          {t`What this means`}
        </summary>
        <p className="mt-1 max-w-prose">
          {t`Based on the last 20 booked rides. Cancelling more than ${late} ahead doesn't count, later counts once, within ${lastMinute} twice, and a no-show three times. Cancellations by the other person never count.`}
        </p>
      </details>
    </section>
  );
}

function ReliabilityList({ reliability }: { reliability: Reliability }) {
  const { t } = useLingui();
  const { completed, commitments, early, late, lastMinute, absent, requests, answered, answerS } =
    reliability;
  const spans = latenessThresholds();
  const completedCommitments = commitments - early - late - lastMinute - absent;
  const answers = formatDuration(Math.max(60, answerS ?? 0));
  return (
    <ul className="grid gap-2">
      <ReliabilityItem icon="check-circle">
        {t`${plural(completed, {
          one: "# ride completed",
          other: "# rides completed",
        })}`}
      </ReliabilityItem>
      {commitments > 0 && (
        <ReliabilityItem icon="calendar">
          {t`${plural(commitments, {
            one: plural(completedCommitments, {
              one: "The last booked ride took place",
              other: "The last booked ride didn't take place",
            }),
            other: `${completedCommitments} of the last # booked rides took place`,
          })}`}
        </ReliabilityItem>
      )}
      {early > 0 && (
        <ReliabilityItem icon="info">{t`${early} cancelled more than ${spans.late} ahead`}</ReliabilityItem>
      )}
      {late > 0 && (
        <ReliabilityItem icon="alert">{t`${late} cancelled within ${spans.late} of the pickup`}</ReliabilityItem>
      )}
      {lastMinute > 0 && (
        <ReliabilityItem icon="alert">{t`${lastMinute} cancelled within ${spans.lastMinute} of the pickup`}</ReliabilityItem>
      )}
      {absent > 0 && (
        <ReliabilityItem icon="alert">{t`${absent} missed without cancelling`}</ReliabilityItem>
      )}
      {requests > 0 && (
        <ReliabilityItem icon="chat">
          {answerS === null
            ? t`${plural(requests, {
                one: "Didn't answer the last request",
                other: "Answered none of the last # requests",
              })}`
            : t`${plural(requests, {
                one: `Answered the last request within ${answers}`,
                other: `Answered ${answered} of the last # requests, usually within ${answers}`,
              })}`}
        </ReliabilityItem>
      )}
    </ul>
  );
}

function ReliabilityItem({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Icon name={icon} className="mt-0.5 size-5 shrink-0 text-ink-3" />
      <span>{children}</span>
    </li>
  );
}
