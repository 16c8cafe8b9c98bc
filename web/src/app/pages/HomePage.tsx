import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { ratingsDue } from "#features/ratings/ratings.queries.ts";
import { HomeScreen } from "#features/rides/home/HomeScreen.tsx";
import type { Trip } from "#features/rides/trips.ts";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { afterCalls, lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { OFFERS_IN_INBOX } from "../shell/pending-requests.ts";
import { usePendingRequests } from "../shell/use-pending-requests.ts";

const TripDetails = lazyScreen(
  afterCalls(() => import("./home/TripDetails.tsx")),
  "TripDetails",
);
const WelcomeCard = lazyScreen(
  afterCalls(() => import("#features/welcome/WelcomeCard.tsx")),
  "WelcomeCard",
);
const ImportedDataCard = lazyScreen(
  afterCalls(() => import("#features/welcome/WelcomeCard.tsx")),
  "ImportedDataCard",
);

/** Home: what is next for the user, then a search. */
export function HomePage() {
  return <HomeScreen welcome={welcome} toDo={toDo} renderTripDetails={renderTripDetails} />;
}

const welcome = (
  <Suspense fallback={null}>
    <ImportedDataCard />
    <WelcomeCard />
  </Suspense>
);

const toDo = <ToDo />;

const renderTripDetails = (trip: Trip) => (
  <Suspense fallback={null}>
    <TripDetails trip={trip} />
  </Suspense>
);

/** What the user owes others: answers to requests and offers, and ratings. Renders nothing without any. */
function ToDo() {
  const { t } = useLingui();
  const { seatRequests, offers } = usePendingRequests();
  const count = seatRequests;
  const due = useQuery(ratingsDue).data?.items ?? [];
  const [firstDue] = due;
  if (count + offers === 0 && !firstDue) return null;
  return (
    <section aria-label={t`To do`}>
      <ul className="grid divide-y divide-line card">
        {count > 0 && (
          <ToDoItem icon="inbox" to="/requests">
            {t`${plural(count, {
              one: "# request needs your answer",
              other: "# requests need your answer",
            })}`}
          </ToDoItem>
        )}
        {offers > 0 && (
          <ToDoItem icon="hand" to={OFFERS_IN_INBOX}>
            {t`${plural(offers, {
              one: "# offer needs your answer",
              other: "# offers need your answer",
            })}`}
          </ToDoItem>
        )}
        {firstDue && (
          <ToDoItem
            icon="star"
            to={due.length === 1 ? `/rides/${firstDue.ride_id}/rate` : "/your-rides?show=past"}
          >
            {due.length === 1
              ? t`Rate your ride with ${firstDue.person.displayName}`
              : t`${plural(due.length, {
                  one: "# ride to rate",
                  other: "# rides to rate",
                })}`}
          </ToDoItem>
        )}
      </ul>
    </section>
  );
}

function ToDoItem({ icon, to, children }: { icon: IconName; to: string; children: string }) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-13 items-center gap-3 px-4 py-2 font-semibold text-ink no-underline -outline-offset-2 hover:bg-sunken"
      >
        <Icon name={icon} className="text-brand-ink" />
        <span className="min-w-0 flex-1">{children}</span>
        <Icon name="chevron-end" className="text-ink-3" />
      </Link>
    </li>
  );
}
