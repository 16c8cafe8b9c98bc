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
import {
  subscribePositionSource,
  getPositionSource,
  setPositionSource,
} from "../position/position-source.ts";
import {
  subscribeReportingState,
  resetReporting,
  getReportingState,
} from "../position/reporting-state.ts";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import {
  isMuted,
  setMuted,
  signalRequest,
  subscribeMuted,
  unlockSound,
} from "../sound/request-sound.ts";

interface ActiveStatusProps {
  readonly own: OwnActiveDriver;
  /** Form to edit what others see. */
  readonly children: ReactNode;
}

/** What others see of an online driver, and whether position updates work. */
export function ActiveStatus({ own, children }: ActiveStatusProps) {
  const { t } = useLingui();
  const { seats, headingTo, note } = own;
  const square = squareText();
  const details = [
    t`${plural(seats, {
      one: "# seat",
      other: "# seats",
    })}`,
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
          ? t`Everyone here sees your approximate position, within about ${square}. Only passengers you accepted see it exactly.`
          : t`Everyone here sees your position.`}
      </p>
      <SoundField />
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
          ? t`Location is blocked, so we show your last known position. Allow it in your browser settings, or enter a place instead.`
          : t`This device can't find its location, so we show your last known position. It keeps trying.`}
      </Notice>
    );
  }
  const statusLines: Record<
    "waiting" | "sent" | "failed",
    {
      icon: IconName;
      text: string;
    }
  > = {
    waiting: {
      icon: "locate",
      text: t`Finding your position…`,
    },
    sent: {
      icon: "check-circle",
      text:
        source.from === "device"
          ? t`Your position updates while this page is open.`
          : t`You're shown at ${townName(source.place.label)} while this page is open.`,
    },
    failed: {
      icon: "offline",
      text: t`Your position isn't reaching the server. We'll keep trying.`,
    },
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
        {t`Another window or device is sharing your position.`}
      </p>
      <Button variant="line" size="sm" icon="locate" onClick={reportFromHere}>
        {t`Share from this device`}
      </Button>
    </div>
  );
}

/** Explains why a driver went offline without pressing the switch here. */
export function InactiveReason() {
  const { t } = useLingui();
  const { status } = useSyncExternalStore(subscribeReportingState, getReportingState);
  if (status === "silent")
    return (
      <Notice tone="warn">{t`You went offline: we had no position update for too long.`}</Notice>
    );
  if (status === "ended-by-server")
    return (
      <Notice tone="warn">{t`You went offline: the session that shared your position has ended.`}</Notice>
    );
  if (status === "elsewhere")
    return <Notice tone="info">{t`You went offline on another device.`}</Notice>;
  return null;
}

/** Turns the sound of new requests on or off on this device; turning it on plays it once. */
function SoundField() {
  const { t } = useLingui();
  const muted = useSyncExternalStore(subscribeMuted, isMuted);
  return (
    <CheckField
      label={t`Sound for new requests`}
      checked={!muted}
      onChange={(isOn) => {
        setMuted(!isOn);
        if (!isOn) return;
        unlockSound();
        signalRequest();
      }}
    />
  );
}
