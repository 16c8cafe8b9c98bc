import { RIDE_SEATS_MAX } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { IconButton } from "../IconButton.tsx";

interface SeatStepperProps {
  readonly label: string;
  readonly value: number;
  /** One if omitted. */
  readonly min?: number;
  /** As many as a ride may have if omitted. */
  readonly max?: number;
  readonly onChange: (seats: number) => void;
  readonly hint?: string | undefined;
}

// Not `disabled` at the limits, which would lose the focus.
const buttonClasses = "border border-edge aria-disabled:cursor-default aria-disabled:opacity-50";

/** A number of seats with plus and minus buttons. */
export function SeatStepper(props: SeatStepperProps) {
  const { label, value, min = 1, max = RIDE_SEATS_MAX, onChange, hint } = props;
  const { t } = useLingui();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p id={id} className="font-semibold">
          {label}
        </p>
        {hint && <p className="text-sm text-ink-3">{hint}</p>}
      </div>
      <IconButton
        icon="minus"
        label={t`One seat fewer`}
        aria-disabled={value <= min}
        onClick={() => value > min && onChange(value - 1)}
        className={buttonClasses}
      />
      <output aria-live="polite" className="num min-w-8 text-center text-2xl">
        {value}
      </output>
      <IconButton
        icon="plus"
        label={t`One seat more`}
        aria-disabled={value >= max}
        onClick={() => value < max && onChange(value + 1)}
        className={buttonClasses}
      />
    </div>
  );
}
