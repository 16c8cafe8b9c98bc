import type { Event } from "@commonlane/contract/events";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { formatEventTimes } from "./event-text.ts";

/** An event in a list, linked to its page. */
export function EventCard({ event }: { event: Event }) {
  return (
    <Link
      to={`/events/${event.id}`}
      className="group flex items-center gap-3 rounded-lg border border-line bg-surface p-4 no-underline hover:shadow-2"
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
