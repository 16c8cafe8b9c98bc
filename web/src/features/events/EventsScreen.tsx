import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SearchForm } from "#shared/ui/fields/SearchForm.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { upcomingEvents } from "./events.queries.ts";
import type { Event } from "@commonlane/contract/events";
import { formatEventTimes } from "./event-text.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** Upcoming events, searchable by title and place. The words are in the URL. */
export function EventsScreen() {
  const { t } = useLingui();
  useTitle(t`Events`);
  const [search, setSearch] = useSearchParams();
  const words = search.get("query")?.trim().slice(0, 100) ?? "";
  const query = useInfiniteQuery({
    ...upcomingEvents(words),
    placeholderData: keepPreviousData,
  });
  const events = query.data?.pages.flatMap(({ items }) => items);
  const mayCreate = query.data?.pages[0]?.mayCreate ?? false;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5 px-(--gutter) py-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Events`}</h1>
          <p className="mt-1 text-ink-2">{t`Find everybody's rides to a place and back.`}</p>
        </div>
        {mayCreate && (
          <Link to="/events/new" className={buttonClasses("soft")}>
            <Icon name="plus" />
            {t`Create event`}
          </Link>
        )}
      </div>
      <SearchForm
        label={t`Search events`}
        placeholder={t`Title or place`}
        words={words}
        onSearch={(next) => setSearch(next ? { query: next } : {})}
      />
      {!events && <NotLoaded query={query} />}
      {events?.length === 0 && (
        <EmptyState title={words === "" ? t`No upcoming events` : t`No events found`}>
          {words === ""
            ? t`When someone creates an event, it shows up here with the rides there and back.`
            : t`Try fewer words, or part of the title or the place.`}
        </EmptyState>
      )}
      {events && events.length > 0 && (
        <ul className="grid gap-3" aria-label={t`Upcoming events`}>
          {events.map((event) => (
            <li key={event.id}>
              <EventCard event={event} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={query}>{t`More events`}</ShowMore>
    </div>
  );
}

/** An event in a list, linked to its page. */
function EventCard({ event }: { event: Event }) {
  return (
    <Link
      to={`/events/${event.id}`}
      className="group flex items-center gap-3 card p-4 no-underline hover:shadow-2"
    >
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="text-lg leading-6 font-bold wrap-anywhere">{event.title}</span>
        <span className="num text-sm text-ink-2">{formatEventTimes(event)}</span>
        <span className="text-sm text-ink-2 wrap-anywhere">{event.place.label}</span>
      </span>
      <Icon name="chevron-end" className="text-ink-3 group-hover:text-ink" />
    </Link>
  );
}
