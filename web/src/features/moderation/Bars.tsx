import { useLingui } from "@lingui/react/macro";
import { useId } from "react";

interface Bar {
  /** A day, YYYY-MM-DD. */
  readonly label: string;
  readonly value: number;
}

const HEIGHT = 120;
const STEP = 20;

/** Numbers as bars. Who does not see them reads the most and the last; the whole stands in the table below. */
export function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const { t, i18n } = useLingui();
  const id = useId();
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const day = (label: string) => i18n.date(`${label}T12:00:00Z`, { day: "numeric", month: "short" });
  const [first, last] = [bars.at(0), bars.at(-1)];
  const [highest, latest] = [i18n.number(most), i18n.number(last?.value ?? 0)];
  return (
    <figure aria-labelledby={id} className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <figcaption id={id} className="font-semibold">
        {title}
      </figcaption>
      <svg
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t`${title}: ${highest} in the best week, ${latest} in this one`}
        className="h-36 w-full border-b border-edge"
      >
        {bars.map(({ label, value }, n) => {
          const height = (value / Math.max(1, most)) * (HEIGHT - 4);
          return (
            <rect
              key={label}
              x={n * STEP + 3}
              y={HEIGHT - height}
              width={STEP - 6}
              height={height}
              fill="var(--c-brand)"
            />
          );
        })}
      </svg>
      <p aria-hidden="true" className="flex justify-between text-sm text-ink-2">
        <span>{first && day(first.label)}</span>
        <span>{t`at most ${highest}`}</span>
        <span>{last && day(last.label)}</span>
      </p>
    </figure>
  );
}
