import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { PostedRequestCard } from "./PostedRequestList.tsx";
import { ownRideRequests } from "./ride-requests.queries.ts";

const MAX_SHOWN = 3;

/** The viewer's open ride requests, and a link to post one. */
export function OwnOpenRequests() {
  const { t } = useLingui();
  const { data } = useInfiniteQuery(ownRideRequests("open"));
  if (!data) return null;
  const requests = data.pages.flatMap(({ items }) => items);
  return (
    <section aria-labelledby="own-ride-requests" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2
          id="own-ride-requests"
          className="text-xl font-bold tracking-[-.015em]"
        >{t`Your ride requests`}</h2>
        {requests.length > MAX_SHOWN && (
          <Link
            to="/requests?show=posted"
            className="font-semibold text-brand-ink underline underline-offset-4"
          >
            {t`See all ${requests.length}`}
          </Link>
        )}
      </div>
      {requests.length === 0 && (
        <p className="text-ink-2">{t`No ride fits? Post where you want to go, and drivers heading that way can send you offers.`}</p>
      )}
      {requests.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-2">
          {requests.slice(0, MAX_SHOWN).map((request) => (
            <PostedRequestCard key={request.id} request={request} />
          ))}
        </ul>
      )}
      <Link to="/requests/new" className={`${buttonClasses("line", "sm")} justify-self-start`}>
        <Icon name="plus" />
        {t`Post a ride request`}
      </Link>
    </section>
  );
}
