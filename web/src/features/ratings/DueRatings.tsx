import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Link } from "#shared/ui/Link.tsx";
import { formatDay, townName } from "#shared/formatting/format.ts";
import { ratingsDue } from "./ratings.queries.ts";

const MAX_SHOWN = 3;

/** Rides that the user can still rate; renders nothing if there are none. */
export function DueRatings() {
  const { t } = useLingui();
  const { data } = useQuery(ratingsDue);
  const due = data?.items ?? [];
  if (due.length === 0) return null;
  return (
    <div className="grid gap-2 rounded-md bg-brand-soft p-4">
      <h3 className="font-semibold text-brand-ink">
        {t`${plural(due.length, {
          one: "# ride to rate",
          other: "# rides to rate",
        })}`}
      </h3>
      <ul className="grid gap-2">
        {due.slice(0, MAX_SHOWN).map(({ ride_id, person, from, to, departsAt, timeZone }) => (
          <li
            key={`${ride_id} ${person.uid}`}
            className="flex flex-wrap items-center justify-between gap-2"
          >
            <span className="flex min-w-40 flex-1 items-center gap-2.5">
              <Avatar
                uid={person.uid}
                name={person.displayName}
                initials={person.initials}
                photo={person.photo}
                size="sm"
              />
              {t`${townName(from)} to ${townName(to)} with ${person.displayName}, ${formatDay(departsAt, timeZone)}`}
            </span>
            <Link
              to={`/rides/${ride_id}/rate`}
              aria-label={t`Rate ${person.displayName}`}
              className={buttonClasses("line", "sm")}
            >
              {t({
                comment: "Button: give someone stars after a ride.",
                message: "Rate",
              })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
