import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { bindText } from "../../forms/bind-text.ts";
import { Button } from "../Button.tsx";
import { TextField } from "./TextField.tsx";

interface SearchFormProps {
  readonly label: string;
  readonly placeholder?: string;
  /** The words of the current search. */
  readonly words: string;
  readonly onSearch: (words: string) => void;
}

/** A search field with its button. What was typed stays until another search begins elsewhere. */
export function SearchForm({ label, placeholder, words, onSearch }: SearchFormProps) {
  const { t } = useLingui();
  // Not reset by a key, which would take the focus away after each search.
  const [typed, setTyped] = useState({
    after: words,
    text: words,
  });
  const text = typed.after === words ? typed.text : words;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form role="search" onSubmit={onSubmit} className="flex items-end gap-2">
      <TextField
        label={label}
        type="search"
        enterKeyHint="search"
        maxLength={100}
        placeholder={placeholder}
        className="min-w-0 flex-1"
        {...bindText(text, (changed) =>
          setTyped({
            after: words,
            text: changed,
          }),
        )}
      />
      <Button type="submit" variant="line" icon="search" className="min-h-12">{t`Search`}</Button>
    </form>
  );
}
