import { SAVED_SEARCH_NAME_MAX_LENGTH } from "@commonlane/contract/limits";
import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { pressedKey } from "#shared/ui/keyboard.ts";
import { useChangeSavedSearch, useRemoveSavedSearch } from "./saved-searches.queries.ts";
import { searchName } from "./search-text.ts";

/** Pauses, renames and removes a saved search. */
export function SavedSearchActions({
  search,
  onRemoved,
}: {
  search: SavedSearch;
  onRemoved: () => void;
}) {
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
