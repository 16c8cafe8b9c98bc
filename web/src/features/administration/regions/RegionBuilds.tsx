import type { RegionBuild } from "@commonlane/contract/regions";
import { useLingui } from "@lingui/react/macro";
import { formatDuration } from "#shared/formatting/format.ts";
import { Pill } from "#shared/ui/Pill.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";

/** Builds that are running, were interrupted or failed. */
export function RegionBuilds({ builds }: { builds: readonly RegionBuild[] }) {
  const { t } = useLingui();
  if (builds.length === 0) return null;
  return (
    <ModerationSection title={t`Being built`}>
      <ul className="grid divide-y divide-line overflow-hidden card">
        {builds.map((build) => (
          <li key={build.id} className="grid gap-2 p-4">
            <BuildRow build={build} />
          </li>
        ))}
      </ul>
    </ModerationSection>
  );
}

function BuildRow({ build }: { build: RegionBuild }) {
  const { t } = useLingui();
  const { name, state, step, stepNumber, stepCount, fraction, secondsLeft, error } = build;
  const percent = Math.floor(fraction * 100);
  const left = secondsLeft === null ? undefined : formatDuration(secondsLeft);
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-2">
        <strong className="wrap-anywhere">{name}</strong>
        {state === "running" && <Pill tone="info" icon="clock">{t`Building`}</Pill>}
        {state === "stopped" && <Pill tone="warn" icon="alert">{t`Interrupted`}</Pill>}
        {state === "failed" && <Pill tone="bad" icon="alert">{t`Failed`}</Pill>}
      </span>
      {state !== "failed" && (
        <>
          <div className="h-2 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
            <div
              className="h-full bg-brand"
              style={{ width: `${(100 * (stepNumber - 1 + fraction)) / stepCount}%` }}
            />
          </div>
          <span className="text-sm text-ink-2">
            {t`Step ${stepNumber} of ${stepCount}: ${step}, ${percent} %`}
            {state === "running" && left !== undefined && ` · ${t`${left} left`}`}
          </span>
        </>
      )}
      {state === "stopped" && (
        <span className="text-sm text-ink-2">{t`The operator can run the same command again to continue.`}</span>
      )}
      {error !== null && <span className="text-sm text-bad wrap-anywhere">{error}</span>}
    </>
  );
}
