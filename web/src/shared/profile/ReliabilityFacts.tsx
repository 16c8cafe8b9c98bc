import type { Reliability } from "@commonlane/contract/reliability";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/icon-paths.ts";
import { latenessSpans } from "./use-lateness.ts";
import { durationText } from "../wording/wording.ts";

/** How a person kept what was agreed and answered what was asked: facts, and what they mean. */
export function ReliabilityFacts({ reliability, mine }: { reliability: Reliability | null; mine: boolean }) {
  const { t } = useLingui();
  const { late, lastMinute } = latenessSpans();
  return (
    <section aria-labelledby="reliability" className="grid gap-4 rounded-lg border border-line bg-surface p-5">
      <h2 id="reliability" className="text-lg font-bold">{t`Reliability`}</h2>
      {reliability ? (
        <Facts reliability={reliability} />
      ) : (
        <p className="text-ink-2">
          {mine
            ? t`Nothing to tell yet. Your first agreed ride will show here, once it has arrived or was cancelled.`
            : t`Nothing to tell yet: no agreed ride has ended so far.`}
        </p>
      )}
      <details className="text-sm text-ink-2">
        <summary className="min-h-6 cursor-pointer py-1 font-semibold underline-offset-4 hover:underline">
          {t`What this means`}
        </summary>
        <p className="mt-1 max-w-prose">
          {t`These are counted facts, not opinions. Of the last 20 agreed rides that ended it says how they did. Cancelling more than ${late} ahead weighs nothing, later on once, within ${lastMinute} twice, and not turning up three times. What the other side ended, a change that was not confirmed, and a request that was withdrawn count against nobody.`}
        </p>
      </details>
    </section>
  );
}

function Facts({ reliability }: { reliability: Reliability }) {
  const { t } = useLingui();
  const { completed, commitments, early, late, lastMinute, absent, requests, answered, answerS } = reliability;
  const spans = latenessSpans();
  const kept = commitments - early - late - lastMinute - absent;
  const answers = durationText(Math.max(60, answerS ?? 0));
  return (
    <ul className="grid gap-2">
      <Fact icon="check-circle">
        {t`${plural(completed, { one: "# ride completed", other: "# rides completed" })}`}
      </Fact>
      {commitments > 0 && (
        <Fact icon="calendar">
          {t`${plural(commitments, {
            one: plural(kept, {
              one: "The last agreed ride took place",
              other: "The last agreed ride did not take place",
            }),
            other: `${kept} of the last # agreed rides took place`,
          })}`}
        </Fact>
      )}
      {early > 0 && <Fact icon="info">{t`${early} cancelled more than ${spans.late} ahead`}</Fact>}
      {late > 0 && <Fact icon="alert">{t`${late} cancelled within ${spans.late} of the pickup`}</Fact>}
      {lastMinute > 0 && (
        <Fact icon="alert">{t`${lastMinute} cancelled within ${spans.lastMinute} of the pickup`}</Fact>
      )}
      {absent > 0 && <Fact icon="alert">{t`${absent} missed without cancelling`}</Fact>}
      {requests > 0 && (
        <Fact icon="chat">
          {answerS === null
            ? t`${plural(requests, { one: "Did not answer the last request", other: "Answered none of the last # requests" })}`
            : t`${plural(requests, {
                one: `Answered the last request within ${answers}`,
                other: `Answered ${answered} of the last # requests, usually within ${answers}`,
              })}`}
        </Fact>
      )}
    </ul>
  );
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Icon name={icon} className="mt-0.5 size-5 shrink-0 text-ink-3" />
      <span>{children}</span>
    </li>
  );
}
