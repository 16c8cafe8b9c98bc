import { useLingui } from "@lingui/react/macro";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { sections } from "./sections.ts";
import { Link } from "#shared/ui/Link.tsx";

/** Links of the landing page on phones. */
export function MobileMenu({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  return (
    <Dialog open onClose={onClose} title={t`Menu`} placement="drawer">
      <nav aria-label={t`Menu`} className="grid gap-1">
        {sections.map(({ href, label }) => (
          <a
            key={href}
            href={href}
            onClick={onClose}
            className="flex min-h-13 items-center rounded-md px-3 text-lg font-semibold hover:bg-sunken"
          >
            {i18n._(label)}
          </a>
        ))}
        <div className="mt-4 grid gap-3 border-t border-line pt-5">
          <Link to="/register" onClick={onClose} className={buttonClasses("solid", "lg")}>
            {t`Sign Up`}
          </Link>
          <Link to="/login" onClick={onClose} className={buttonClasses("line", "lg")}>
            {t`Login`}
          </Link>
        </div>
      </nav>
    </Dialog>
  );
}
