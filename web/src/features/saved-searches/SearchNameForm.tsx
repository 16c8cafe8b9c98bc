import { SAVED_SEARCH_NAME_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import type { useChangeSavedSearch } from "./saved-searches.queries.ts";
import { pressedKey } from "#shared/ui/keyboard.ts";

interface SearchNameFormProps {
  readonly name: string;
  readonly change: ReturnType<typeof useChangeSavedSearch>;
  readonly onDone: () => void;
}

/** Renames a saved search; an empty name restores the default. Escape cancels. */
export function SearchNameForm({ name, change, onDone }: SearchNameFormProps) {
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
