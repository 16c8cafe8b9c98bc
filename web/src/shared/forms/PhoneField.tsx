import { addPlusSign, checkPhone, exampleCountries } from "@commonlane/contract/phone";
import { plainNumbers } from "@commonlane/contract/plain-numbers";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { cx } from "../ui/cx.ts";
import { TextField } from "../ui/fields/TextField.tsx";
import { phoneCountryName, phoneProblemWithSuggestion, phoneText } from "./phone-text.ts";
import { usePhoneFormat } from "./use-phone-format.ts";

const WITHOUT_CLICK_MS = 1000;

interface PhoneFieldProps {
  readonly value: string;
  readonly onChange: (phone: string) => void;
  readonly required?: boolean;
  /** Further message, such as the server's error. */
  readonly error?: string | undefined;
}

/** A phone number with country code, grouped while typing. */
export function PhoneField({ value, onChange, required, error }: PhoneFieldProps) {
  const { t } = useLingui();
  const [focused, setFocused] = useState(false);
  const [lingers, setLingers] = useState(false);
  const [touched, setTouched] = useState(false);
  const verdict = checkPhone(value);
  const format = usePhoneFormat(focused || value !== "");
  const showsVerdict = touched && !focused && (required === true || value !== "");
  const hasLetters = /[^\d+\s().\-/]/.test(plainNumbers(value));
  const errorText =
    (showsVerdict || hasLetters) && !verdict.valid ? phoneProblemWithSuggestion(verdict) : error;
  const [atEnd, setAtEnd] = useState(true);
  // Grouped when shown, so that a saved number does not become unsaved input. Not while the caret is in the middle,
  // where it would move.
  const shown = (!focused || atEnd ? format?.(value) : undefined) ?? value;
  return (
    <TextField
      label={t`Phone`}
      type="tel"
      name="phone"
      autoComplete="tel"
      inputMode="tel"
      required={required}
      placeholder="+1 202 555 0123"
      maxLength={30}
      value={shown}
      error={errorText}
      hint={
        <>
          <p aria-live="polite" className={cx(verdict.valid && "font-medium text-ok")}>
            {verdict.valid
              ? phoneText(verdict)
              : t`Always include the country code, starting with +`}
          </p>
          {(focused || lingers) && (
            <ul className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3" aria-label={t`Examples`}>
              {exampleCountries.map((country) => (
                <li key={country.name} className="col-span-2 grid grid-cols-subgrid">
                  <span>{phoneCountryName(country)}</span>
                  <span dir="ltr" className="num font-medium">
                    {country.example}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      }
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        setTouched(true);
        setLingers(true);
        afterClick(() => setLingers(false));
      }}
      onChange={({ target, nativeEvent }) => {
        // What an input method is still composing must stay as it is.
        const isComposing = "isComposing" in nativeEvent && nativeEvent.isComposing === true;
        // Regrouping moves the caret and restores a deleted space, so it waits during edits in the middle and deletions
        // at the end.
        const deleted = shown.startsWith(target.value);
        setAtEnd(!isComposing && !deleted && target.selectionStart === target.value.length);
        onChange(isComposing ? target.value : addPlusSign(target.value));
      }}
      onCompositionEnd={({ currentTarget }) => onChange(addPlusSign(currentTarget.value))}
    />
  );
}

/**
 * Runs `callback` after the click that is in progress, or after a second if there is none. What a blur changes would
 * otherwise move the button under the pointer before the press ends, and the browser would not count it as a click.
 */
function afterClick(callback: () => void): void {
  const run = () => {
    removeEventListener("click", run);
    clearTimeout(timer);
    callback();
  };
  const timer = setTimeout(run, WITHOUT_CLICK_MS);
  addEventListener("click", run);
}
