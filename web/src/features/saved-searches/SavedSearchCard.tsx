import { SAVED_SEARCH_NAME_MAX_LENGTH } from "@commonlane/contract/limits";
import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef, useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { formatDistance, townName } from "#shared/formatting/format.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { pressedKey } from "#shared/ui/keyboard.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { useChangeSavedSearch, useRemoveSavedSearch } from "./saved-searches.queries.ts";
import { searchName, searchPeriodText } from "./search-text.ts";

interface SavedSearchCardProps {
  readonly search: SavedSearch;
  /** Path of the search. */
  readonly link: string;
  readonly onRemoved: () => void;
}

/** A saved search: criteria, status and actions. */
export function SavedSearchCard({ search, link, onRemoved }: SavedSearchCardProps) {
  const { t } = useLingui();
  const headingId = useId();
  const { origin, destination, ridesAlerted, status } = search;
  return (
    <article aria-labelledby={headingId} className="grid gap-3 card p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 id={headingId} className="min-w-0 text-lg font-bold tracking-[-.01em] wrap-anywhere">
          {searchName(search)}
        </h2>
        <StatusPill status={status} />
      </div>
      {search.name && (
        <JourneyStrip size="sm" from={townName(origin.label)} to={townName(destination.label)} />
      )}
      <SearchDetails search={search} />
      <Link
        to={link}
        className="flex min-h-11 items-center gap-2 justify-self-start font-semibold text-brand-ink underline underline-offset-4 pointer-fine:min-h-8"
      >
        <Icon name={ridesAlerted > 0 ? "car" : "search"} className="size-5" />
        {ridesAlerted > 0
          ? t`${plural(ridesAlerted, {
              one: "# new ride found",
              other: "# new rides found",
            })}`
          : t`Search again`}
      </Link>
      <SavedSearchActions search={search} onRemoved={onRemoved} />
    </article>
  );
}

function SearchDetails({ search }: { search: SavedSearch }) {
  const { t } = useLingui();
  const { seats, walkM, filters } = search;
  const filterCount = Object.keys(filters).length;
  const maxWalk = formatDistance(walkM);
  const details = [
    searchPeriodText(search),
    t`${plural(seats, {
      one: "# seat",
      other: "# seats",
    })}`,
    walkM > 0 ? t`walk up to ${maxWalk}` : t`no walking`,
    ...(filterCount > 0
      ? [
          t`${plural(filterCount, {
            one: "# filter",
            other: "# filters",
          })}`,
        ]
      : []),
  ];
  return <p className="text-ink-2">{details.join(" · ")}</p>;
}

function StatusPill({ status }: Pick<SavedSearch, "status">) {
  const { t } = useLingui();
  if (status === "active") return <Pill tone="ok" icon="bell">{t`Active`}</Pill>;
  if (status === "paused") return <Pill tone="quiet" icon="minus">{t`Paused`}</Pill>;
  return <Pill tone="quiet" icon="clock">{t`Expired`}</Pill>;
}

/** Pauses, renames and removes a saved search. */
function SavedSearchActions({ search, onRemoved }: { search: SavedSearch; onRemoved: () => void }) {
  const { t } = useLingui();
  const [isRenaming, setRenaming] = useState(false);
  const root = useReturnFocus<HTMLDivElement>(isRenaming, "[data-rename]");
  const change = useChangeSavedSearch(search.id);
  const remove = useRemoveSavedSearch();
  const error = change.error ?? remove.error;
  const name = searchName(search);
  const paused = search.status === "paused";
  const { includesNeighbours } = search;
  if (isRenaming)
    return (
      <div ref={root}>
        <SearchNameForm
          name={search.name ?? ""}
          onDone={() => setRenaming(false)}
          change={change}
        />
      </div>
    );
  return (
    <div ref={root} className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {search.status !== "over" && (
          <Button
            variant="line"
            size="sm"
            busy={change.isPending}
            onClick={() => change.mutate({ paused: !paused })}
            aria-label={paused ? t`Resume ${name}` : t`Pause ${name}`}
          >
            {paused ? t`Resume` : t`Pause`}
          </Button>
        )}
        <Button
          variant="line"
          size="sm"
          icon="edit"
          data-rename=""
          onClick={() => setRenaming(true)}
          aria-label={t`Rename ${name}`}
        >
          {t`Rename`}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          icon="trash"
          busy={remove.isPending}
          onClick={() => afterMutation(remove.mutateAsync(search.id), onRemoved)}
          aria-label={t`Remove ${name}`}
        >
          {t`Remove`}
        </Button>
      </div>
      {includesNeighbours !== null && search.status !== "over" && (
        <CheckField
          label={t`Also in neighbouring communities`}
          hint={t`They learn roughly where and when, but not who.`}
          checked={includesNeighbours}
          disabled={change.isPending}
          onChange={(checked) => change.mutate({ includesNeighbours: checked })}
        />
      )}
      <ErrorNotice
        error={error}
        fallback={t`That didn't work. Check your connection and try again.`}
      />
    </div>
  );
}

interface SearchNameFormProps {
  readonly name: string;
  readonly change: ReturnType<typeof useChangeSavedSearch>;
  readonly onDone: () => void;
}

/** Renames a saved search; an empty name restores the default. Escape cancels. */
function SearchNameForm({ name, change, onDone }: SearchNameFormProps) {
  const { t } = useLingui();
  const [typedName, setTypedName] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ name: typedName.trim() || null }, { onSuccess: onDone });
      }}
      onKeyDown={(event) => pressedKey(event) === "Escape" && onDone()}
    >
      <TextField
        ref={field}
        label={t`Search name`}
        {...bindText(typedName, setTypedName)}
        maxLength={SAVED_SEARCH_NAME_MAX_LENGTH}
        error={
          change.error
            ? errorText(change.error, t`That didn't work. Check your connection and try again.`)
            : undefined
        }
        className="min-w-48 flex-1"
      />
      <Button type="submit" variant="soft" busy={change.isPending}>
        {t`Save name`}
      </Button>
      <Button variant="ghost" onClick={onDone}>
        {t`Cancel`}
      </Button>
    </form>
  );
}
