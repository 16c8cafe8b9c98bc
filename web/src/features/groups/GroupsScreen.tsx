import type { Group } from "@commonlane/contract/groups";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useSearchParams } from "react-router";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { SearchForm } from "#shared/ui/fields/SearchForm.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { listedGroups, ownGroups } from "./groups.queries.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { useJoiningTexts, useRoleLabels, useSizeText } from "./group-text.ts";

/** The user's groups, and groups to find. The words of a search are in the URL. */
export function GroupsScreen() {
  const { t } = useLingui();
  useTitle(t`Groups`);
  const [search, setSearch] = useSearchParams();
  const words = search.get("query")?.trim().slice(0, 100) ?? "";
  const mayCreate = useInfiniteQuery(listedGroups("")).data?.pages[0]?.mayCreate ?? false;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-(--gutter) py-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Groups`}</h1>
          <p className="mt-1 text-ink-2">{t`Share rides with your faculty, company, village or club.`}</p>
        </div>
        {mayCreate && (
          <Link to="/groups/new" className={buttonClasses("soft")}>
            <Icon name="plus" />
            {t`Create a group`}
          </Link>
        )}
      </div>
      {words === "" && <OwnGroups />}
      <GroupSearch words={words} onSearch={(next) => setSearch(next ? { query: next } : {})} />
    </div>
  );
}

/** Absent for users without groups. */
function OwnGroups() {
  const { t } = useLingui();
  const id = useId();
  const ownQuery = useQuery(ownGroups);
  const own = ownQuery.data;
  if (!own) return <NotLoaded query={ownQuery} placeholder={<SkeletonCards count={1} />} />;
  if (own.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-lg font-bold">{t`Your groups`}</h2>
      <GroupCards label={t`Your groups`} groups={own} />
    </section>
  );
}

function GroupSearch({ words, onSearch }: { words: string; onSearch: (words: string) => void }) {
  const { t } = useLingui();
  const id = useId();
  const query = useInfiniteQuery({
    ...listedGroups(words),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const found = data?.pages.flatMap(({ items }) => items);
  // Without a search, the user's own groups are listed above.
  const groups = words === "" ? found?.filter(({ role }) => role === "none") : found;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-lg font-bold">{t`Find a group`}</h2>
      <SearchForm
        label={t`Search groups`}
        placeholder={t`Name or description`}
        words={words}
        onSearch={onSearch}
      />
      {!groups && <NotLoaded query={query} />}
      {groups?.length === 0 && !query.hasNextPage && (
        <EmptyState title={words === "" ? t`No other groups yet` : t`No groups found`}>
          {words === ""
            ? t`When someone creates a group that others can find, it shows up here.`
            : t`Try fewer words. Some groups can be joined only with an invitation link.`}
        </EmptyState>
      )}
      {groups && groups.length > 0 && <GroupCards label={t`Groups to join`} groups={groups} />}
      <ShowMore query={query}>{t`More groups`}</ShowMore>
    </section>
  );
}

function GroupCards({ label, groups }: { label: string; groups: readonly Group[] }) {
  return (
    <ul className="grid gap-3" aria-label={label}>
      {groups.map((group) => (
        <li key={group.id}>
          <GroupCard group={group} />
        </li>
      ))}
    </ul>
  );
}

/** A group in a list, linked to its page. */
function GroupCard({ group }: { group: Group }) {
  const { t } = useLingui();
  const role = useRoleLabels()[group.role];
  const joining = useJoiningTexts()[group.joining];
  const sizeText = useSizeText()(group);
  const isMember = group.role === "member" || group.role === "manager";
  const waiting = group.waitingRequests ?? 0;
  const facts = [sizeText, isMember ? undefined : joining].filter((fact) => fact !== undefined);
  return (
    <Link
      to={`/groups/${group.id}`}
      className="group flex items-center gap-3 card p-4 no-underline hover:shadow-2"
    >
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 text-lg leading-6 font-bold wrap-anywhere">{group.name}</span>
          {role && (
            <Pill tone={role.tone} icon={role.icon}>
              {role.label}
            </Pill>
          )}
          {waiting > 0 && (
            <Pill tone="warn" icon="inbox">
              {t`${plural(waiting, {
                one: "# request to join",
                other: "# requests to join",
              })}`}
            </Pill>
          )}
        </span>
        {group.description && (
          <span className="line-clamp-2 text-sm text-ink-2 wrap-anywhere">{group.description}</span>
        )}
        {facts.length > 0 && <span className="text-sm text-ink-3">{facts.join(" · ")}</span>}
      </span>
      <Icon name="chevron-end" className="text-ink-3 group-hover:text-ink" />
    </Link>
  );
}
