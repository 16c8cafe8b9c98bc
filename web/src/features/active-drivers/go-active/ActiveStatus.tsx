import type { OwnActiveDriver } from "@commonlane/contract/active-drivers";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useSyncExternalStore } from "react";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { townName } from "#shared/formatting/format.ts";
import { squareText } from "../nearby/driver-text.ts";
import { subscribePositionSource, getPositionSource, setPositionSource } from "../position/position-source.ts";
import { subscribeReportingState, resetReporting, getReportingState } from "../position/reporting-state.ts";

interface ActiveStatusProps {
  readonly own: OwnActiveDriver;
  /** What can be changed. */
  readonly children: ReactNode;
}

/** What is shown of a driver who is on the map, and how the telling of their position stands. */
export function ActiveStatus({ own, children }: ActiveStatusProps) {
  const { t } = useLingui();
  const { seats, headingTo, note } = own;
  const square = squareText();
  const details = [
    t`${plural(seats, { one: "# seat", other: "# seats" })}`,
    ...(headingTo ? [t`to ${townName(headingTo.label)}`] : []),
    ...(note ? [note] : []),
  ];
  return (
    <div className="grid gap-3">
      <p className="text-sm wrap-anywhere">{details.join(" · ")}</p>
      <ReportingStatusText />
      <p className="flex items-start gap-2 text-sm text-ink-2">
        <Icon name="eye" className="mt-px size-4.5" />
        {square
          ? t`Everybody here sees you in a square of about ${square}; exactly, only passengers you accepted.`
          : t`Everybody here sees where you are.`}
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

function ReportingStatusText() {
  const { t } = useLingui();
  const { uid } = useUser();
  const source = useSyncExternalStore(subscribePositionSource, () => getPositionSource(uid));
  const { status } = useSyncExternalStore(subscribeReportingState, getReportingState);
  if (!source) return <ReportedElsewhere />;
  if (status === "denied" || status === "unavailable") {
    return (
      <Notice tone="warn">
        {status === "denied"
          ? t`This browser may not tell where you are, so you are shown where you were last. Change to a place that you type, or allow it in the settings of the browser.`
          : t`This device does not know where it is, so you are shown where you were last. It goes on looking.`}
      </Notice>
    );
  }
  const statusLines: Record<"waiting" | "sent" | "failed", { icon: IconName; text: string }> = {
    waiting: { icon: "locate", text: t`Looking for where you are…` },
    sent: {
      icon: "check-circle",
      text:
        source.from === "device"
          ? t`Your position follows you, while this page is open in front.`
          : t`You are shown at ${townName(source.place.label)}, while this page is open in front.`,
    },
    failed: { icon: "offline", text: t`The server does not hear from you. It is tried again and again.` },
  };
  const { icon, text } = statusLines[status === "sent" || status === "failed" ? status : "waiting"];
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-ink-2">
      <Icon name={icon} className="mt-px size-4.5" />
      {text}
    </p>
  );
}

function ReportedElsewhere() {
  const { t } = useLingui();
  const { uid } = useUser();
  const reportFromHere = () => {
    resetReporting(false);
    setPositionSource(uid, { from: "device" });
  };
  return (
    <div className="grid justify-items-start gap-2">
      <p className="flex items-start gap-2 text-sm text-ink-2">
        <Icon name="info" className="mt-px size-4.5" />
        {t`Your position does not come from this window, but from another one or another device of yours.`}
      </p>
      <Button variant="line" size="sm" icon="locate" onClick={reportFromHere}>
        {t`Tell it from here`}
      </Button>
    </div>
  );
}

/** Why a driver is off the map who did not switch off here. */
export function InactiveReason() {
  const { t } = useLingui();
  const { status } = useSyncExternalStore(subscribeReportingState, getReportingState);
  if (status === "silent")
    return <Notice tone="warn">{t`You are off the map: nothing was heard of you for too long.`}</Notice>;
  if (status === "ended-by-server")
    return <Notice tone="warn">{t`You are off the map: the session from which you went active has ended.`}</Notice>;
  if (status === "elsewhere") return <Notice tone="info">{t`You went off the map elsewhere.`}</Notice>;
  return null;
}
