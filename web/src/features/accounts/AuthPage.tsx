import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Logo } from "#shared/ui/Logo.tsx";
import { SiteFooter } from "#shared/ui/SiteFooter.tsx";
import { SkipLink } from "#shared/ui/SkipLink.tsx";

interface AuthPageProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

/** Layout of the sign-in and sign-up pages: the form, with an illustration beside it on wide windows. */
export function AuthPage({ title, intro, children }: AuthPageProps) {
  const { t } = useLingui();
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <SkipLink />
      <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,38%)]">
        <div className="flex flex-col px-(--gutter)">
          <header className="flex h-18 items-center lg:h-22">
            <Link
              to="/"
              aria-label={t`${communitySettings.name}, home`}
              className="flex rounded-sm"
            >
              <Logo />
            </Link>
          </header>
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-md flex-1 pt-4 pb-12 outline-none lg:pt-8"
          >
            <h1 className="outline-none text-3xl leading-tight font-extrabold tracking-[-.025em]">
              {title}
            </h1>
            {intro && <div className="mt-2 text-ink-2">{intro}</div>}
            <div className="mt-6">{children}</div>
          </main>
        </div>
        <AuthAside />
      </div>
      <SiteFooter />
    </div>
  );
}

function AuthAside() {
  const { t } = useLingui();
  return (
    <aside className="relative m-4 hidden min-h-[34rem] overflow-hidden rounded-[32px] bg-panel text-on-panel lg:block">
      <svg
        viewBox="0 0 400 600"
        preserveAspectRatio="xMidYMid meet"
        aria-hidden="true"
        className="absolute inset-0 size-full max-h-[56rem] rtl:-scale-x-100"
        fill="none"
        strokeLinecap="round"
      >
        <path
          d="M60 620C60 380 340 430 340 200S250 60 250-20"
          stroke="currentColor"
          strokeWidth="30"
          opacity=".12"
        />
        <path
          d="M60 620C60 380 340 430 340 200S250 60 250-20"
          stroke="currentColor"
          strokeWidth="3"
          strokeDasharray="1 14"
          opacity=".7"
        />
        <circle
          cx="196"
          cy="401"
          r="15"
          fill="var(--c-panel)"
          stroke="var(--c-lamp)"
          strokeWidth="8"
        />
        <circle
          cx="340"
          cy="200"
          r="12"
          fill="var(--c-panel)"
          stroke="currentColor"
          strokeWidth="6"
        />
      </svg>
      <p className="relative max-w-[12ch] p-10 font-display text-3xl leading-tight font-extrabold tracking-[-.025em] text-balance">
        {t`The seat beside you is going there anyway.`}
      </p>
    </aside>
  );
}

/** Link to another page, for running text. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="font-semibold text-brand-ink underline underline-offset-4">
      {children}
    </Link>
  );
}
