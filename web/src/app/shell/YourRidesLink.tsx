import { useLingui } from "@lingui/react/macro";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { NavLink } from "#shared/ui/Link.tsx";

/** Link to the user's rides, in the top bar of every screen. */
export function YourRidesLink() {
  const { t } = useLingui();
  return (
    <NavLink
      to="/your-rides"
      className={({ isActive }) =>
        cx(
          "grid size-11 place-items-center rounded-md font-semibold hover:bg-sunken lg:flex lg:w-auto lg:gap-2 lg:px-3",
          isActive && "bg-brand-soft text-brand-ink",
        )
      }
    >
      <Icon name="calendar" className="size-6" />
      <span className="max-lg:sr-only">{t`Your rides`}</span>
    </NavLink>
  );
}
