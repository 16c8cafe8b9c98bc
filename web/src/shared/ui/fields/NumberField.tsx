import { plainNumbers } from "@commonlane/contract/plain-numbers";
import type { ComponentProps } from "react";
import { TextField } from "./TextField.tsx";

interface NumberFieldProps extends Omit<ComponentProps<typeof TextField>, "onChange" | "type"> {
  readonly value: string;
  /** Gets the text with digits 0 to 9, for keyboards of any script; read it with `readNumber` or `parseAmount`. */
  readonly onChange: (text: string) => void;
}

/**
 * A field for a number, an amount or a code. It is a text field, because browsers drop the digits of other scripts from
 * fields of type number.
 *
 * @example
 *   <NumberField label={t`Port`} inputMode="numeric" value={port} onChange={setPort} />;
 */
export function NumberField({
  inputMode = "numeric",
  maxLength,
  onChange,
  ...field
}: NumberFieldProps) {
  const change = (text: string) => onChange(plainNumbers(text).slice(0, maxLength));
  return (
    <TextField
      {...field}
      inputMode={inputMode}
      onChange={({ target, nativeEvent }) => {
        // What an input method is still composing must stay as it is.
        if ("isComposing" in nativeEvent && nativeEvent.isComposing === true)
          onChange(target.value);
        else change(target.value);
      }}
      onCompositionEnd={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
