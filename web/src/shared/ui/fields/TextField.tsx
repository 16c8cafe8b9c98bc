import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from "react";
import { cx } from "../cx.ts";
import { controlClasses, Field } from "./Field.tsx";

interface LabelProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: string | undefined;
  hideLabel?: boolean | undefined;
}

interface TextFieldProps extends LabelProps, Omit<InputHTMLAttributes<HTMLInputElement>, "id"> {
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A single-line text field. `className` applies to the whole field. */
export function TextField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      hideLabel={hideLabel}
      className={className}
    >
      {(wiring) => <input type="text" {...input} {...wiring} className={controlClasses} />}
    </Field>
  );
}

interface TextAreaFieldProps
  extends LabelProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id"> {}

/** A multi-line text field that grows with its content. */
export function TextAreaField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  ...area
}: TextAreaFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      hideLabel={hideLabel}
      className={className}
    >
      {(wiring) => (
        <textarea
          rows={3}
          {...area}
          {...wiring}
          className={cx(controlClasses, "field-sizing-content max-h-64 py-3")}
        />
      )}
    </Field>
  );
}
