import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";

const MeetingPointsEditor = lazyScreen(
  () => import("#shared/meeting-points/MeetingPointsEditor.tsx"),
  "MeetingPointsEditor",
);

/** The host's own meeting points, loaded when opened. */
export function OwnMeetingPoints() {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-2 font-semibold">{t`Your meeting points`}</summary>
      {isOpen && (
        <div className="grid gap-3 pt-2">
          <p className="text-ink-2">{t`Passengers who walk meet you there on all your rides that pass. Anyone who finds your ride sees them.`}</p>
          <Suspense fallback={<SkeletonCards />}>
            <MeetingPointsEditor owner="host" />
          </Suspense>
        </div>
      )}
    </details>
  );
}
