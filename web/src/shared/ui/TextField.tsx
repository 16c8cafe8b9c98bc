import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from "react";
import { cx } from "./cx.ts";
import { controlLook, Field } from "./Field.tsx";

interface Labelled {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: string | undefined;
  hideLabel?: boolean | undefined;
}

interface TextFieldProps extends Labelled, Omit<InputHTMLAttributes<HTMLInputElement>, "id"> {
  ref?: Ref<HTMLInputElement> | undefined;
}

/** One line of text. `className` goes to the whole field. */
export function TextField({ label, hint, error, optional, hideLabel, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} hideLabel={hideLabel} className={className}>
      {(wiring) => <input type="text" {...input} {...wiring} className={controlLook} />}
    </Field>
  );
}

interface TextAreaFieldProps extends Labelled, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id"> {}

/** Several lines of text, growing with what is typed. */
export function TextAreaField({ label, hint, error, optional, hideLabel, className, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} hideLabel={hideLabel} className={className}>
      {(wiring) => (
        <textarea rows={3} {...area} {...wiring} className={cx(controlLook, "field-sizing-content max-h-64 py-3")} />
      )}
    </Field>
  );
}
