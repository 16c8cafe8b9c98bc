import { useLingui } from "@lingui/react/macro";
import { cx } from "./cx.ts";

const NAMED_STEPS_MAX = 5;

interface FormStepsProps {
  readonly steps: readonly string[];
  readonly current: number;
  /** Names of the steps that are done. Without it, all before the current one are. */
  readonly done?: readonly string[] | undefined;
}

/** Progress of a multi-step form, drawn as a journey line: completed steps filled, the current one ringed. */
export function FormSteps({ steps, current, done = steps.slice(0, current) }: FormStepsProps) {
  const { t } = useLingui();
  const total = steps.length;
  const share = total > 1 ? current / (total - 1) : 0;
  return (
    <div className="relative">
      <div
        aria-hidden="true"
        className="absolute inset-x-[calc(50%/var(--steps))] top-[9px] h-1 rounded bg-line"
        style={{ "--steps": total }}
      >
        <div
          className="h-full rounded bg-route transition-[width] duration-(--d-slow)"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <ol
        className="relative grid"
        style={{ gridTemplateColumns: `repeat(${total}, minmax(0, 1fr))` }}
        aria-label={t`Progress`}
      >
        {steps.map((step, i) => (
          <li
            key={step}
            aria-current={i === current ? "step" : undefined}
            className="grid justify-items-center gap-1.5 text-center"
          >
            <span
              aria-hidden="true"
              className={cx(
                "size-[22px] rounded-full border-4",
                dotClasses(done.includes(step), i === current),
              )}
            />
            <span
              className={cx(
                "text-xs sm:text-sm",
                i === current ? "font-semibold text-ink" : "text-ink-3",
                // The names of many steps do not fit beside each other on a phone.
                total > NAMED_STEPS_MAX &&
                  (i === current ? "max-sm:whitespace-nowrap" : "max-sm:sr-only"),
              )}
            >
              {step}
              {done.includes(step) && <span className="sr-only"> {t`(done)`}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function dotClasses(isDone: boolean, isCurrent: boolean): string {
  if (isCurrent) return "border-route bg-surface";
  return isDone ? "border-route bg-route" : "border-line bg-surface";
}
