import type { GoLiveItem, ServerStatus } from "@commonlane/contract/administration";
import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { DetailList, ModerationSection } from "#shared/console/console-ui.tsx";
import { serverStatusQuery } from "./administration.queries.ts";
import { useCheckNames, useGoLiveTexts, useMeasureTexts } from "./server-texts.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** What is missing before people are invited, and how the server is, in plain words. */
export function ServerView() {
  const { t } = useLingui();
  const statusQuery = useQuery(serverStatusQuery);
  const status = statusQuery.data;
  const { refetch, isRefetching } = statusQuery;
  if (!status) return <NotLoaded query={statusQuery} />;
  return (
    <>
      <h2 className="sr-only">{t`Server`}</h2>
      <GoLiveChecklist status={status} />
      <Health status={status} />
      <Button
        variant="line"
        icon="refresh"
        className="justify-self-start"
        busy={isRefetching}
        onClick={() => void refetch()}
      >
        {t`Check again`}
      </Button>
    </>
  );
}

function GoLiveChecklist({ status }: { status: ServerStatus }) {
  const { t } = useLingui();
  const open = status.goLive.filter(({ state }) => state !== "done").length;
  return (
    <ModerationSection title={t`Before you invite people`}>
      {open === 0 ? (
        <Notice tone="ok">{t`Everything is ready.`}</Notice>
      ) : (
        <p className="text-ink-2">
          <Plural value={open} one="# point is open." other="# points are open." />
        </p>
      )}
      <ul className="grid divide-y divide-line card">
        {status.goLive.map((item) => (
          <ChecklistRow key={item.id} item={item} status={status} />
        ))}
      </ul>
    </ModerationSection>
  );
}

function ChecklistRow({ item: { id, state }, status }: { item: GoLiveItem; status: ServerStatus }) {
  const { t } = useLingui();
  const { title, fix, to } = useGoLiveTexts(status)[id];
  return (
    <li className="grid gap-1 p-4">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">{title}</span>
        <StatePill state={state} />
      </span>
      {state !== "done" && (
        <span className="text-ink-2">
          {fix}{" "}
          {to !== undefined && (
            <Link
              to={to}
              aria-label={t`Fix it: ${title}`}
              className="text-brand-ink underline underline-offset-4"
            >
              {t`Fix it`}
            </Link>
          )}
        </span>
      )}
    </li>
  );
}

function StatePill({ state }: { state: GoLiveItem["state"] }) {
  const { t } = useLingui();
  if (state === "done") return <Pill tone="ok" icon="check">{t`Done`}</Pill>;
  if (state === "warning") return <Pill tone="warn" icon="alert">{t`Check it`}</Pill>;
  return (
    <Pill tone="quiet" icon="clock">
      {t({
        message: "Open",
        context: "a task that is not done",
      })}
    </Pill>
  );
}

function Health({ status }: { status: ServerStatus }) {
  const { t } = useLingui();
  const nameOf = useCheckNames();
  const measures = useMeasureTexts(status);
  const problems = status.checks.filter(({ state }) => state !== "ok");
  return (
    <ModerationSection title={t`Health`}>
      {problems.length === 0 ? (
        <Notice tone="ok">{t`The server works as it should.`}</Notice>
      ) : (
        problems.map(({ name, state, reason }) => (
          <Notice key={name} tone={state === "failed" ? "bad" : "warn"}>
            {state === "failed"
              ? t`Not true now: ${nameOf(name)}.`
              : t`Needs attention: ${nameOf(name)}.`}{" "}
            {reason}
          </Notice>
        ))
      )}
      <ul className="grid gap-1">
        {status.checks.map(({ name, state }) => (
          <li key={name} className="flex items-center justify-between gap-3">
            <span>{nameOf(name)}</span>
            {state === "ok" ? (
              <Pill tone="ok" icon="check">{t`Yes`}</Pill>
            ) : (
              <Pill tone={state === "failed" ? "bad" : "warn"} icon="alert">
                {state === "failed" ? t`No` : t`Check it`}
              </Pill>
            )}
          </li>
        ))}
      </ul>
      <DetailList details={measures} />
    </ModerationSection>
  );
}
