import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { ChannelChoices } from "./ChannelChoices.tsx";
import { notificationSettings } from "../notifications.queries.ts";
import { PushDevices } from "../push/PushDevices.tsx";
import { QuietHoursFields } from "./QuietHoursFields.tsx";
import { DeliveryStatus } from "./DeliveryStatus.tsx";

/** Notification settings and delivery status. A link to #notifications leads here. */
export function NotificationSettings() {
  const { t } = useLingui();
  const { data: settings, error, refetch, isRefetching } = useQuery(notificationSettings);
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  const isLinkTarget = hash === "#notifications" && settings !== undefined;
  useEffect(() => {
    if (!isLinkTarget) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isLinkTarget]);
  return (
    <section aria-labelledby="notifications" className="grid gap-5">
      <h2
        ref={heading}
        id="notifications"
        tabIndex={-1}
        className="scroll-mt-20 text-xl font-bold tracking-[-.015em] outline-none"
      >
        {t`Notification settings`}
      </h2>
      <PushDevices />
      {!settings && error && (
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />
      )}
      {!settings && !error && <Skeleton className="h-64" />}
      {settings && (
        <>
          <ChannelChoices settings={settings} />
          <QuietHoursFields quietHours={settings.quietHours} />
        </>
      )}
      <DeliveryStatus />
    </section>
  );
}
