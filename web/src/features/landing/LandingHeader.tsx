import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { communitySettings } from "#shared/community-settings.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Logo } from "#shared/ui/Logo.tsx";
import { sections } from "./sections.ts";

/** Loaded when the menu is first opened. */
const MobileMenu = lazyScreen<"MobileMenu", { onClose: () => void }>(
  () => import("./MobileMenu.tsx"),
  "MobileMenu",
  "start",
);

/** Header of the landing page. On phones, its links are behind a menu button. */
export function LandingHeader() {
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
