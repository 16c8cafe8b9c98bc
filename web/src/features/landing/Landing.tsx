import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useState } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Logo } from "#shared/ui/Logo.tsx";
import { SiteFooter } from "#shared/ui/SiteFooter.tsx";
import { SkipLink } from "#shared/ui/SkipLink.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { Hero } from "./Hero.tsx";
import { sections } from "./sections.ts";

/** Loaded after the page, because it asks the server. */
const OnOffer = lazyScreen(() => import("./OnOffer.tsx"), "OnOffer", "start");

/** Landing page for visitors who are not signed in. */
export function Landing() {
  useTitle("");
  return (
    <div className="relative min-h-dvh bg-paper">
      <SkipLink />
      <LandingTop>
        {"document" in globalThis && (
          <Suspense fallback={null}>
            <OnOffer />
          </Suspense>
        )}
        <Features />
        <HowItWorks />
        <Contact />
      </LandingTop>
      <SiteFooter />
    </div>
  );
}

/** Header and hero of the landing page, followed by the rest of the page. */
function LandingTop({ children }: { children?: ReactNode }) {
  return (
    <>
      <LandingHeader />
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero />
        {children}
      </main>
    </>
  );
}

const features = [
  {
    icon: "car",
    title: msg`Host a ride`,
    text: msg`Post a trip you're making anyway. Set the stops, seats and price, then choose who rides with you.`,
    className: "bg-panel text-on-panel",
  },
  {
    icon: "hand",
    title: msg`Find a seat`,
    text: msg`Enter where you are and where you're going. You'll see every ride that passes by, and how many minutes picking you up would add.`,
    className: "bg-surface",
  },
  {
    icon: "compass",
    title: msg`See drivers nearby`,
    text: msg`See who's on the road right now and where they're heading. Ask before they pass.`,
    className: "bg-lamp text-on-lamp",
  },
] as const;

const steps = [
  {
    title: msg`Verify once`,
    text: msg`We e-mail you a 6-digit code when you sign up. No one joins a ride without it.`,
  },
  {
    title: msg({
      comment: "Step: the app finds rides that fit.",
      message: "Match",
    }),
    text: msg`We search along the entire route of every ride. You see the stops, times and detour up front.`,
  },
  {
    title: msg`Talk it through`,
    text: msg`Agree on the meeting point, luggage and price. We don't take payments.`,
  },
  {
    title: msg`Ride and rate`,
    text: msg`You rate each other after the ride.`,
  },
];

/** The four steps of sharing a ride, drawn as stops of a route. */
function HowItWorks() {
  const { t, i18n } = useLingui();
  return (
    <section id="how-it-works" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-(--page) px-(--gutter) py-16 lg:py-24">
        <h2 className="text-3xl leading-tight font-extrabold tracking-[-.025em]">{t`From first message to dropoff`}</h2>
        <ol className="mt-10 grid lg:grid-cols-4">
          {steps.map(({ title, text }, i) => {
            const last = i === steps.length - 1;
            return (
              <li
                key={i}
                className={cx(
                  "relative ps-10 pe-4 pb-9 last:pb-0 lg:ps-0 lg:pt-10 lg:pb-0",
                  !last &&
                    "before:absolute before:start-[7px] before:top-3 before:-bottom-3 before:w-1 before:bg-route " +
                      "lg:before:inset-x-2 lg:before:-end-2 lg:before:top-[7px] lg:before:bottom-auto lg:before:h-1 lg:before:w-auto",
                )}
              >
                <span
                  aria-hidden="true"
                  className={cx(
                    "absolute start-0 top-1.5 size-[18px] rounded-full border-4 border-route lg:top-0",
                    last ? "bg-route" : "bg-surface",
                  )}
                />
                <h3 className="text-xl font-bold tracking-[-.02em]">{i18n._(title)}</h3>
                <p className="mt-1 max-w-[36ch] text-ink-2">{i18n._(text)}</p>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

/** The main features. */
function Features() {
  const { t, i18n } = useLingui();
  return (
    <section id="features" className="mx-auto max-w-(--page) px-(--gutter) py-16 lg:py-24">
      <h2 className="text-3xl leading-tight font-extrabold tracking-[-.025em]">{t`Three ways to share a ride`}</h2>
      <ul className="mt-8 grid gap-4 lg:grid-cols-[1.25fr_1fr_1fr]">
        {features.map(({ icon, title, text, className }) => (
          <li key={icon} className={cx("flex min-h-56 flex-col rounded-lg p-6 lg:p-7", className)}>
            <Icon name={icon} className="size-8" />
            <h3 className="mt-auto pt-10 text-2xl font-bold tracking-[-.02em]">{i18n._(title)}</h3>
            <p className="mt-2 leading-relaxed">{i18n._(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Contact details of the operator. */
function Contact() {
  const { t } = useLingui();
  return (
    <section id="contact" className="mx-auto max-w-(--page) px-(--gutter) py-16 lg:py-24">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div>
          <h2 className="text-3xl leading-tight font-extrabold tracking-[-.025em]">{t`Questions? Talk to a human.`}</h2>
          <p className="mt-2 text-ink-2">{t`The people who run this server answer your messages.`}</p>
        </div>
        <a
          href={`mailto:${communitySettings.supportEmail}`}
          className={cx(buttonClasses("line", "lg"), "max-w-full wrap-anywhere")}
        >
          <Icon name="mail" />
          {communitySettings.supportEmail}
        </a>
      </div>
    </section>
  );
}

/** Loaded when the menu is first opened. */
const MobileMenu = lazyScreen<"MobileMenu", { onClose: () => void }>(
  () => import("./MobileMenu.tsx"),
  "MobileMenu",
  "start",
);

/** Header of the landing page. On phones, its links are behind a menu button. */
function LandingHeader() {
  const { t, i18n } = useLingui();
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <header className="absolute inset-x-0 top-0 z-20">
      <div className="mx-auto flex h-18 max-w-(--page) items-center gap-3 px-(--gutter) sm:gap-6">
        <Link to="/" aria-label={t`${communitySettings.name}, home`} className="flex rounded-sm">
          <Logo className="max-[24rem]:[&>span]:sr-only" />
        </Link>
        <nav
          aria-label={t({
            comment: "Name of the navigation within the page, for screen readers.",
            message: "Page",
          })}
          className="ms-6 hidden gap-1 font-medium lg:flex"
        >
          {sections.map(({ href, label }) => (
            <a key={href} href={href} className="rounded-sm px-3 py-2.5 hover:bg-sunken">
              {i18n._(label)}
            </a>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-2">
          <Link to="/login" className={cx(buttonClasses("ghost"), "max-sm:hidden")}>
            {t`Login`}
          </Link>
          <Link to="/register" className={buttonClasses()}>
            {t`Sign Up`}
          </Link>
          <IconButton
            icon="menu"
            label={t`Open menu`}
            onClick={() => setMenuOpen(true)}
            className="lg:hidden"
          />
        </div>
      </div>
      {menuOpen && (
        <Suspense fallback={null}>
          <MobileMenu onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}
