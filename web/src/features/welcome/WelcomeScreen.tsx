import type { Profile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { communitySettings } from "#shared/community-settings.ts";
import { useChangeProfile } from "#shared/profile/own-profile.ts";
import { Button } from "#shared/ui/Button.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { markWelcomeShown } from "./WelcomeCard.tsx";

export interface WelcomeStep {
  readonly title: string;
  /** Why it helps, in one sentence. */
  readonly reason: string;
  readonly content: ReactNode;
  /** The step has been done, so the button says "Continue" instead of "Skip". */
  readonly isDone: boolean;
}

/** The steps after the first sign-in, each of which can be skipped. Opening it once is enough: it never comes back. */
export function WelcomeScreen({
  profile,
  steps,
}: {
  profile: Profile;
  steps: readonly WelcomeStep[];
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  // Starts at the first step that is not done: an institution may have provided the photo, for example.
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      steps.findIndex(({ isDone }) => !isDone),
    ),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useMarkWelcomed(profile);
  useTitle(t`Welcome`);
  const step = steps[index];
  const goOn = () => {
    if (index + 1 === steps.length) {
      void navigate("/home", { replace: true });
      return;
    }
    setIndex(index + 1);
    // The pressed button stays, but shows another step: the new heading is read.
    requestAnimationFrame(() => heading.current?.focus());
  };
  if (!step) return null;
  const number = index + 1;
  const count = steps.length;
  return (
    <div className="mx-auto grid w-full max-w-lg gap-6 px-(--gutter) py-8">
      <header className="grid gap-2">
        <p className="font-semibold text-brand-ink">{t`Welcome to ${communitySettings.name} · step ${number} of ${count}`}</p>
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-2xl font-bold tracking-[-.02em] outline-none"
        >
          {step.title}
        </h1>
        <p className="text-ink-2">{step.reason}</p>
      </header>
      {step.content}
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
        {index > 0 ? (
          <Button variant="ghost" icon="arrow-start" onClick={() => setIndex(index - 1)}>
            {t`Back`}
          </Button>
        ) : (
          <Button
            variant="ghost"
            onClick={() => void navigate("/home", { replace: true })}
          >{t`Skip all`}</Button>
        )}
        <Button variant={step.isDone ? "solid" : "line"} onClick={goOn}>
          {step.isDone ? t`Continue` : t`Skip`}
        </Button>
      </div>
    </div>
  );
}

function useMarkWelcomed({ uid, welcomed }: Profile): void {
  const { mutate } = useChangeProfile();
  const mark = useEffectEvent(() => {
    markWelcomeShown(uid);
    if (!welcomed) mutate({ welcomed: true });
  });
  useEffect(() => mark(), []);
}
