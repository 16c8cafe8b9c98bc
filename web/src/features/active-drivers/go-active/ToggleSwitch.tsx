import { cx } from "#shared/ui/cx.ts";

interface ToggleSwitchProps {
  readonly isOn: boolean;
  readonly labelledBy: string;
  readonly busy: boolean;
  readonly onPress: () => void;
  readonly ref: React.Ref<HTMLButtonElement>;
}

/** Large switch; requires a visible label nearby. */
export function ToggleSwitch({ isOn, labelledBy, busy, onPress, ref }: ToggleSwitchProps) {
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
