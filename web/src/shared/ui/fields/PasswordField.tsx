import { useLingui } from "@lingui/react/macro";
import { useState, type InputHTMLAttributes, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { controlClasses, Field } from "./Field.tsx";
import { Icon } from "../Icon.tsx";

interface PasswordFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "type"> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A password field with a button that shows or hides it. */
export function PasswordField({ label, hint, error, className, ...input }: PasswordFieldProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wiring) => (
        <span className="relative block">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...wiring}
            type={shown ? "text" : "password"}
            className={cx(controlClasses, "pe-13")}
          />
          <button
            type="button"
            aria-label={shown ? t`Hide password` : t`Show password`}
            title={shown ? t`Hide password` : t`Show password`}
            onClick={() => setShown(!shown)}
            className="absolute end-0.5 top-0.5 grid size-11 place-items-center rounded-md text-ink-2 hover:text-ink"
          >
            <Icon name={shown ? "eye-off" : "eye"} />
          </button>
        </span>
      )}
    </Field>
  );
}
