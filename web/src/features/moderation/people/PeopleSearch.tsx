import type { LinkedAccounts as Linked } from "@commonlane/contract/moderation-shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { ModerationSection, PersonLink, SuspendedPill } from "#shared/console/console-ui.tsx";
import { searchPeople } from "#shared/console/console.queries.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { linkedAccounts } from "../moderation.queries.ts";

/** Finds users by name, e-mail address or id. */
export function PeopleSearch() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const query = params.get("q") ?? "";
  const [searchText, setSearchText] = useState(query);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setParams({ q: searchText.trim() });
  };
  return (
    <>
      <h2 className="sr-only">{t`People`}</h2>
      <form onSubmit={onSubmit} role="search" className="flex items-end gap-2">
        <TextField
          label={t`Name, e-mail or id`}
          minLength={2}
          maxLength={100}
          required
          className="min-w-0 flex-1"
          {...bindText(searchText, setSearchText)}
        />
        <Button type="submit" icon="search" className="min-h-12">
          {t`Find`}
        </Button>
      </form>
      {query.length > 1 ? <PeopleResults query={query} /> : <LinkedAccounts />}
    </>
  );
}

function PeopleResults({ query }: { query: string }) {
  const { t } = useLingui();
  const peopleQuery = useQuery(searchPeople(query));
  const people = peopleQuery.data;
  if (!people) return <NotLoaded query={peopleQuery} />;
  if (people.length === 0)
    return <EmptyState title={t`No one found`}>{t`Try part of the name.`}</EmptyState>;
  return (
    <ul className="grid divide-y divide-line card">
      {people.map((person) => (
        <li key={person.uid} className="flex flex-wrap items-center gap-x-3 gap-y-1 p-4">
          <PersonLink person={person} />
          <span className="text-ink-2 wrap-anywhere">{person.email}</span>
          <SuspendedPill person={person} />
        </li>
      ))}
    </ul>
  );
}

/** Accounts that may belong to one person who rates themselves. */
function LinkedAccounts() {
  const { t } = useLingui();
  return (
    <ModerationSection title={t`Accounts that mostly rate each other`}>
      <p className="text-ink-2">{t`They also share a browser or a network, which people of one household or campus do too. Look at their rides before you act.`}</p>
      <LinkedAccountList />
    </ModerationSection>
  );
}

function LinkedAccountList() {
  const { t } = useLingui();
  const linksQuery = useQuery(linkedAccounts);
  const links = linksQuery.data;
  if (!links) return <NotLoaded query={linksQuery} />;
  if (links.length === 0) return <p>{t`None in the last 90 days.`}</p>;
  return (
    <ul className="grid divide-y divide-line card">
      {links.map((link) => (
        <li key={link.accounts.map(({ person }) => person.uid).join()} className="grid gap-2 p-4">
          <LinkedPair link={link} />
        </li>
      ))}
    </ul>
  );
}

function LinkedPair({
  link: { accounts, ratingsBetween, sharesDevice, sharesNetwork },
}: {
  link: Linked;
}) {
  const { t } = useLingui();
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {sharesDevice && <Pill tone="bad" icon="lock">{t`Same browser`}</Pill>}
        {sharesNetwork && <Pill tone="quiet" icon="home">{t`Same network`}</Pill>}
        <span>{t`${ratingsBetween} ratings of each other in 90 days`}</span>
      </div>
      {accounts.map(({ person, ratingsReceived }) => (
        <p key={person.uid} className="flex flex-wrap gap-x-2">
          <PersonLink person={person} />
          <span className="text-ink-2">{t`${ratingsReceived} ratings from everyone`}</span>
        </p>
      ))}
    </>
  );
}
