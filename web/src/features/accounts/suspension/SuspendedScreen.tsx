import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { PublicPageHeader } from "#shared/ui/PublicPageHeader.tsx";
import { SiteFooter } from "#shared/ui/SiteFooter.tsx";
import { SkipLink } from "#shared/ui/SkipLink.tsx";
import { useTitle } from "#shared/ui/use-title.ts";

interface SuspendedScreenProps {
  /** Until when and why, in the words of the server. */
  readonly message: string | undefined;
}

/** What members see whose account was suspended: the decision, what it means for their trips, and how to object. */
export function SuspendedScreen({ message }: SuspendedScreenProps) {
  const { t } = useLingui();
  useTitle(t`Your account is suspended`);
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <SkipLink />
      <PublicPageHeader />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-[46rem] flex-1 content-start gap-8 px-(--gutter) pt-6 pb-16 outline-none"
      >
        <div className="grid gap-4">
          <h1 className="text-2xl font-extrabold tracking-[-.02em] outline-none">
            {t`Your account is suspended`}
          </h1>
          {message !== undefined && <Notice tone="bad">{message}</Notice>}
        </div>
        <Section title={t`Your trips`}>
          <p>{t`Seats that you agreed on stay; requests and offers without an answer end. Others don't see you until the suspension ends.`}</p>
        </Section>
        <Section title={t`If you think this is wrong`}>
          <p>{t`Write to support and say why. You can also ask for a copy of your data there, or have your account deleted.`}</p>
          <AppealLink />
        </Section>
      </main>
      <SiteFooter />
    </div>
  );
}

function AppealLink() {
  const { t } = useLingui();
  const { supportEmail } = communitySettings;
  const subject = encodeURIComponent(t`Appeal against the suspension of my account`);
  return (
    <p>
      <a href={`mailto:${supportEmail}?subject=${subject}`} className={buttonClasses()}>
        <Icon name="mail" />
        {t`Appeal by e-mail`}
      </a>
    </p>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 leading-relaxed text-ink-2">
      <h2 className="text-lg font-bold text-ink">{title}</h2>
      {children}
    </section>
  );
}
