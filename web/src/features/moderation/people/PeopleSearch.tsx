import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { searchPeople } from "#shared/console/console.queries.ts";
import { LinkedAccounts } from "./LinkedAccounts.tsx";
import { PersonLink, SuspendedPill } from "#shared/console/console-ui.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

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
