import type { OwnActiveDriver } from "@commonlane/contract/active-drivers";
import { useLingui } from "@lingui/react/macro";
import { useId, useRef, useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import { GoActiveForm } from "./GoActiveForm.tsx";
import { ActiveStatus, InactiveReason } from "./ActiveStatus.tsx";
import { useActivationEvents } from "../position/ReportPosition.tsx";
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
