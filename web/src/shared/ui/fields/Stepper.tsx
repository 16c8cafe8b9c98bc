import { useId } from "react";
import { IconButton } from "../IconButton.tsx";

interface StepperProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** Labels of the two buttons, such as "One seat fewer". */
  lessLabel: string;
  moreLabel: string;
  hint?: string | undefined;
}

// Not `disabled` at the limits, which would lose the focus.
const buttonClasses = "border border-edge aria-disabled:cursor-default aria-disabled:opacity-50";

/** A small whole number with plus and minus buttons, such as seats. */
export function Stepper({
  label,
  value,
  min,
  max,
  onChange,
  lessLabel,
  moreLabel,
  hint,
}: StepperProps) {
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
        label={lessLabel}
        aria-disabled={value <= min}
        onClick={() => value > min && onChange(value - 1)}
        className={buttonClasses}
      />
      <output aria-live="polite" className="num min-w-8 text-center text-2xl">
        {value}
      </output>
      <IconButton
        icon="plus"
        label={moreLabel}
        aria-disabled={value >= max}
        onClick={() => value < max && onChange(value + 1)}
        className={buttonClasses}
      />
    </div>
  );
}
