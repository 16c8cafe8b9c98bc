import type { BlockedPerson } from "@commonlane/contract/blocks";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { ownBlocks } from "./safety.queries.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { useUnblock } from "#shared/safety/BlockedNotice.tsx";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";

/** Users that the user has blocked, with buttons to unblock them. */
export function BlockedPeople() {
  const { t } = useLingui();
  const query = useInfiniteQuery(ownBlocks);
  const { data, isRefetching } = query;
  const unblock = useUnblock();
  // The pressed button disappears with its row, so focus returns to the heading.
  const root = useReturnFocus<HTMLElement>(unblock.isPending || isRefetching, "h2");
  const people = data?.pages.flatMap(({ items }) => items);
  return (
    <section ref={root} id="blocked" aria-labelledby="blocked-title" className="grid gap-3">
      <h2
        id="blocked-title"
        tabIndex={-1}
        className="text-xl font-bold outline-none"
      >{t`Blocked people`}</h2>
      {!people && <NotLoaded query={query} placeholder={<Skeleton className="h-11" />} />}
      {people?.length === 0 && (
        <p className="text-ink-2">
          {t`You haven't blocked anyone. To block someone, open the menu next to their name.`}
        </p>
      )}
      {people && people.length > 0 && (
        <ul className="grid divide-y divide-line card">
          {people.map((blocked) => (
            <BlockedPersonRow
              key={blocked.person.uid}
              blocked={blocked}
              busy={unblock.isPending && unblock.variables === blocked.person.uid}
              onUnblock={() => !unblock.isPending && unblock.mutate(blocked.person.uid)}
            />
          ))}
        </ul>
      )}
      {unblock.error && <Notice tone="bad">{unblock.error.message}</Notice>}
      <ShowMore query={query} size="sm">{t`Show more`}</ShowMore>
    </section>
  );
}

function BlockedPersonRow({
  blocked,
  busy,
  onUnblock,
}: {
  blocked: BlockedPerson;
  busy: boolean;
  onUnblock: () => void;
}) {
  const { t } = useLingui();
  const { uid, displayName, initials, photo } = blocked.person;
  const day = formatUserDate(blocked.blockedAt);
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Avatar uid={uid} name={displayName} initials={initials} photo={photo} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{displayName}</p>
        <p className="text-sm text-ink-2">{t`since ${day}`}</p>
      </div>
      <Button
        variant="line"
        size="sm"
        busy={busy}
        onClick={onUnblock}
        aria-label={t`Unblock ${displayName}`}
      >
        {t`Unblock`}
      </Button>
    </li>
  );
}
