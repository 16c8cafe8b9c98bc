import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { driversNearby } from "#features/active-drivers/active-drivers.queries.ts";
import type { CompleteSearchCriteria } from "#features/rides/search/search-url.ts";
import { townName } from "#shared/formatting/format.ts";
import { todayAt } from "#shared/formatting/time-zones.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";

/** For a search of today without rides: how many drivers are on the road near its start, and the way to them. */
export function DriversNow({ criteria }: { criteria: CompleteSearchCriteria }) {
  const { t } = useLingui();
  const isToday = criteria.day === todayAt(criteria.from.timeZone);
  const { data } = useQuery({ ...driversNearby(criteria.from), enabled: isToday });
  const count = data?.items.length ?? 0;
  if (!isToday || count === 0) return null;
  const town = townName(criteria.from.label);
  return (
    <section className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-4">
      <Icon name="car" className="text-brand-ink" />
      <p className="min-w-0 flex-1 font-semibold">
        {t`${plural(count, { one: "# driver", other: "# drivers" })} near ${town} on the road now`}
      </p>
      <Link to="/drivers" className={buttonClasses("line", "sm")}>{t`See drivers`}</Link>
    </section>
  );
}
