import type { OwnActiveDriver } from "@commonlane/contract/active-drivers";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useId, useRef, useState, useSyncExternalStore } from "react";
import { townName } from "#shared/formatting/format.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
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
import { useActivationEvents } from "../position/ReportPosition.tsx";
import {
  isMuted,
  setMuted,
  signalRequest,
  subscribeMuted,
  unlockSound,
} from "../sound/request-sound.ts";
import { GoActiveForm } from "./GoActiveForm.tsx";
import { draftFromDriver, useGoActive, useGoOffline } from "./use-go-active.ts";

/** Switch to go online or offline, with the form and status. */
export function GoActive({ own }: { own: OwnActiveDriver | null }) {
  const { t } = useLingui();
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const goOffline = useGoOffline();
  const activation = useGoActive(goOffline.goOff);
  useActivationEvents();
  const close = () => {
    activation.cancelAttempt(own ? "unchanged" : "off");
    setOpen(false);
    toggle.current?.focus();
  };
  const openForm = (isEditing: boolean) => {
    if (isEditing && own) activation.change(draftFromDriver(own));
    setOpen(true);
  };
  return (
    <section
      aria-labelledby={id}
      className={cx(
        "grid scroll-mt-20 gap-4 rounded-lg border p-4 lg:scroll-mt-4",
        own ? "border-brand bg-brand-soft" : "border-line bg-surface",
      )}
    >
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="text-lg font-bold">
            {t`Go online`}
          </h2>
          <p className="text-sm text-ink-2">
            {own
              ? t`You're online.`
              : t`Driving with a free seat? Let people nearby who need a ride see you.`}
          </p>
        </div>
        <ToggleSwitch
          ref={toggle}
          isOn={own !== null}
          busy={goOffline.busy}
          labelledBy={id}
          onPress={() => {
            activation.cancelAttempt("off");
            if (!own) setOpen(!open);
            else void goOffline.goOff().then(() => setOpen(false));
          }}
        />
      </div>
      {!own && !open && <InactiveReason />}
      {own && !open && (
        <ActiveStatus own={own}>
          <Button variant="line" size="sm" icon="edit" onClick={() => openForm(true)}>
            {t`Change`}
          </Button>
        </ActiveStatus>
      )}
      {open && <GoActiveForm {...activation} isEditing={own !== null} onDone={close} />}
    </section>
  );
}

interface ToggleSwitchProps {
  readonly isOn: boolean;
  readonly labelledBy: string;
  readonly busy: boolean;
  readonly onPress: () => void;
  readonly ref: React.Ref<HTMLButtonElement>;
}

/** Large switch; requires a visible label nearby. */
function ToggleSwitch({ isOn, labelledBy, busy, onPress, ref }: ToggleSwitchProps) {
  return (
    <button
      ref={ref}
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-labelledby={labelledBy}
      aria-busy={busy || undefined}
      onClick={() => {
        if (!busy) onPress();
      }}
      className={cx(
        "relative h-11 w-19 shrink-0 rounded-full border-2 transition-colors duration-(--d-base)",
        isOn ? "border-brand bg-brand" : "border-edge bg-sunken",
        busy && "cursor-progress opacity-70",
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          "absolute top-1 size-8 rounded-full transition-[inset-inline-start] duration-(--d-base)",
          isOn ? "start-[2.375rem] bg-on-brand" : "start-1 bg-edge",
        )}
      />
    </button>
  );
}

interface ActiveStatusProps {
  readonly own: OwnActiveDriver;
  /** Form to edit what others see. */
  readonly children: ReactNode;
}

/** What others see of an online driver, and whether position updates work. */
function ActiveStatus({ own, children }: ActiveStatusProps) {
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
function InactiveReason() {
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
