import { useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense } from "react";
import { RemovedContentNote } from "#shared/content-removals/RemovedContentNote.tsx";
import { ReliabilityFacts } from "#shared/profile/ReliabilityFacts.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { OwnProfileCard } from "./OwnProfileCard.tsx";
import { OwnProfileLoader } from "./OwnProfileLoader.tsx";

const OwnMarks = lazyScreen(() => import("./trust-marks/OwnMarks.tsx"), "OwnMarks");

interface ProfileScreenProps {
  readonly ratings: ReactNode;
  /** Link for moderators only. */
  readonly console: ReactNode;
}

/** What others see of the user, and how to change it. Everything else is in the settings. */
export function ProfileScreen({ ratings, console }: ProfileScreenProps) {
  const { t } = useLingui();
  const { uid } = useUser();
  useTitle(t`Profile`);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-(--gutter) py-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Profile`}</h1>
        <Link to="/settings" className={buttonClasses("ghost", "sm")}>
          <Icon name="settings" />
          {t`Settings`}
        </Link>
      </div>
      {console}
      <OwnProfileLoader>
        {(profile) => (
          <>
            <RemovedContentNote id={uid} />
            <OwnProfileCard key={uid} profile={profile} />
            <Suspense>
              <OwnMarks />
            </Suspense>
            {ratings}
            <ReliabilityFacts reliability={profile.reliability} isOwn />
          </>
        )}
      </OwnProfileLoader>
    </div>
  );
}
