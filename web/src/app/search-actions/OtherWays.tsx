import { useLingui } from "@lingui/react/macro";
import { NO_FILTERS } from "#features/rides/search/search-filters.ts";
import {
  type CompleteSearchCriteria,
  writeSearchCriteria,
} from "#features/rides/search/search-url.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";
import { Link } from "#shared/ui/Link.tsx";
import { PostRequestAction, SaveSearchAction } from "./SearchActions.tsx";

/** After a lost seat: a ride request and an alert with everything filled in, each with one tap, and a search. */
export function OtherWays({ criteria }: { criteria: CompleteSearchCriteria }) {
  const { t } = useLingui();
  return (
    <>
      <PostRequestAction criteria={criteria} filters={NO_FILTERS} />
      <SaveSearchAction criteria={criteria} filters={NO_FILTERS} />
      <Link
        to={`/seek?${writeSearchCriteria(criteria)}`}
        className={cx(buttonClasses("line", "sm"), "justify-self-start")}
      >
        {t`Find other rides`}
      </Link>
    </>
  );
}
