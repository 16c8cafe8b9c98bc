import { useLingui } from "@lingui/react/macro";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { navigationTabs } from "./navigation-tabs.ts";
import { NavLink } from "#shared/ui/Link.tsx";

/** Bottom navigation on phones. */
export function TabBar() {
  const { t, i18n } = useLingui();
  return (
    <nav
      aria-label={t`Main`}
      className="sticky bottom-0 z-30 grid grid-cols-4 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {navigationTabs.map((tab) => (
        <NavLink
          key={tab.to}
          to={tab.to}
          className={({ isActive }) =>
            cx(
              "flex h-15 flex-col items-center justify-center gap-0.5 text-xs font-semibold -outline-offset-4",
              isActive ? "text-brand-ink" : "text-ink-3",
            )
          }
        >
          {({ isActive }) => (
            <>
              <span
                className={cx(
                  "grid h-7 w-14 place-items-center rounded-full",
                  isActive && "bg-brand-soft",
                )}
              >
                <Icon name={tab.icon} />
              </span>
              {i18n._(tab.label)}
            </>
          )}
        </NavLink>
      ))}
    </nav>
  );
}
