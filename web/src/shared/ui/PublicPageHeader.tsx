import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "../community-settings.ts";
import { Icon } from "./Icon.tsx";
import { Link } from "./Link.tsx";
import { Logo } from "./Logo.tsx";

/** Header of a standalone public page, with a link to the landing page. */
export function PublicPageHeader() {
  const { t } = useLingui();
  return (
    <header className="mx-auto flex h-18 w-full max-w-(--page) items-center justify-between gap-4 px-(--gutter)">
      <Link to="/" aria-label={t`${communitySettings.name}, home`} className="flex rounded-sm">
        <Logo />
      </Link>
      <Link
        to="/"
        className="inline-flex min-h-11 items-center gap-2 rounded-sm font-semibold text-brand-ink"
      >
        <Icon name="arrow-start" />
        {t`Back to home`}
      </Link>
    </header>
  );
}
