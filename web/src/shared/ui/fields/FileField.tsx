import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef } from "react";
import { Button } from "../Button.tsx";
import { Field } from "./Field.tsx";

interface FileFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Endings of names, such as ".csv,.txt". */
  readonly accept: string;
  readonly file: File | undefined;
  readonly onChange: (file: File) => void;
  readonly className?: string | undefined;
}

/** Chooses one file, and shows its name. */
export function FileField({ accept, file, onChange, ...field }: FileFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="flex flex-wrap items-center gap-3">
          <input
            {...wiring}
            ref={input}
            type="file"
            accept={accept}
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              // The same file can be chosen again.
              target.value = "";
              if (chosen) onChange(chosen);
            }}
          />
          <Button variant="line" onClick={() => input.current?.click()}>
            {file ? t`Choose another file` : t`Choose a file`}
          </Button>
          {file && <span className="min-w-0 wrap-anywhere text-ink-2">{file.name}</span>}
        </div>
      )}
    </Field>
  );
}
