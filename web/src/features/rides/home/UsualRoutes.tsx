import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Link } from "#shared/ui/Link.tsx";
import { readSearchCriteria, type SearchPlace, writeSearchCriteria } from "../search/search-url.ts";

/** Searches between the user's home and work in one tap; renders nothing unless both are saved. */
export function UsualRoutes() {
  const { t } = useLingui();
  const { data: { homePlace, workPlace } = {} } = useQuery(ownProfile);
  if (!homePlace || !workPlace) return null;
  return (
    <nav aria-label={t`Your usual routes`} className="flex flex-wrap gap-2">
      <Link
        to={searchLink(homePlace, workPlace)}
        className={buttonClasses("soft", "sm")}
      >{t`Home to work`}</Link>
      <Link
        to={searchLink(workPlace, homePlace)}
        className={buttonClasses("soft", "sm")}
      >{t`Work to home`}</Link>
    </nav>
  );
}

const searchLink = (from: SearchPlace, to: SearchPlace): string =>
  `/home?${writeSearchCriteria({
    ...readSearchCriteria(new URLSearchParams()),
    from,
    to,
  })}`;
