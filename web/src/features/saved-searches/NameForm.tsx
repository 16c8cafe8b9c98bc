import { SAVED_SEARCH_NAME_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { TextField } from "#shared/ui/TextField.tsx";
import type { useChange } from "./saved-searches.queries.ts";

interface NameFormProps {
  readonly name: string;
  readonly change: ReturnType<typeof useChange>;
  readonly onDone: () => void;
}

/** Gives a saved search a name of its own, or takes it away. Escape leaves it as it is. */
export function NameForm({ name, change, onDone }: NameFormProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ name: typed.trim() || null }, { onSuccess: onDone });
      }}
      onKeyDown={(event) => event.key === "Escape" && onDone()}
    >
      <TextField
        ref={field}
        label={t`Name of this search`}
        value={typed}
        maxLength={SAVED_SEARCH_NAME_MAX_LENGTH}
        onChange={(event) => setTyped(event.target.value)}
        error={
          change.error ? errorText(change.error, t`That did not work. Check your connection and try again.`) : undefined
        }
        className="min-w-48 flex-1"
      />
      <Button type="submit" variant="soft" busy={change.isPending}>
        {t`Keep this name`}
      </Button>
      <Button variant="ghost" onClick={onDone}>
        {t`Cancel`}
      </Button>
    </form>
  );
}
