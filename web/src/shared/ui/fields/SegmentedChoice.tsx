import { useId } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../Icon.tsx";
import type { IconName } from "../icon-paths.ts";

interface SegmentedChoiceProps<Value extends string> {
  label: string;
  hideLabel?: boolean | undefined;
  value: Value;
  /** `count` is a number of things that wait behind a choice; 0 is not shown. */
  options: readonly {
    value: Value;
    label: string;
    icon?: IconName;
    count?: number;
  }[];
  onChange: (value: Value) => void;
  className?: string | undefined;
}

/** A few choices side by side (more than three wrap to two rows on phones): radio buttons that look like a switch. */
export function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
  const { label, hideLabel, value, options, onChange, className } = props;
  const name = useId();
  return (
    <fieldset className={cx("min-w-0", className)}>
      <legend className={cx("mb-1.5 font-semibold", hideLabel && "sr-only")}>{label}</legend>
      <div
        className={cx(
          "flex gap-1 rounded-md border border-edge bg-sunken p-1",
          options.length > 3 && "max-sm:grid max-sm:grid-cols-2",
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              "flex min-h-9 min-w-0 items-center justify-center gap-2 rounded-sm text-center font-semibold text-ink-2 max-[23rem]:px-2",
              options.length > 3 ? "flex-auto px-2" : "flex-1 px-3",
              "has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.icon && (
              <Icon name={option.icon} className={cx(options.length > 3 && "max-sm:hidden")} />
            )}
            {option.label}
            {!!option.count && (
              <span className="num rounded-full bg-bad px-1.5 text-[12px] leading-5 text-surface">
                {option.count}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
