import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { GroupChoices } from "./GroupChoices.tsx";
import { noticeSettings } from "./notices.queries.ts";
import { PushHere } from "./PushHere.tsx";
import { QuietHoursFields } from "./QuietHoursFields.tsx";
import { WhereItStands } from "./WhereItStands.tsx";

/** What one wants to be told, how, and when not; and whether it arrives. A link to #notices leads here. */
export function NoticeSettings() {
  const { t } = useLingui();
  const { data: settings, error, refetch, isRefetching } = useQuery(noticeSettings);
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  const wanted = hash === "#notices" && settings !== undefined;
  useEffect(() => {
    if (!wanted) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [wanted]);
  return (
    <section aria-labelledby="notices" className="grid gap-5">
      <h2
        ref={heading}
        id="notices"
        tabIndex={-1}
        className="scroll-mt-20 text-xl font-bold tracking-[-.015em] outline-none"
      >
        {t`Notices`}
      </h2>
      <PushHere />
      {!settings && error && (
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />
      )}
      {!settings && !error && <Skeleton className="h-64" />}
      {settings && (
        <>
          <GroupChoices settings={settings} />
          <QuietHoursFields quietHours={settings.quietHours} />
        </>
      )}
      <WhereItStands />
    </section>
  );
}
