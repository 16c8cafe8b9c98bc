import { AsYouType, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { addPlusSign } from "./phone.ts";

/** A number as far as it is typed, grouped the way its country writes it. Anything but digits and signs stays as typed. */
export function formatPhone(text: string): string {
  const typed = addPlusSign(text);
  // The library drops what it does not know, and a dropped letter would change the number without a word.
  if (/[^\d+\s().\-/]/.test(typed) || typed.lastIndexOf("+") > 0) return typed;
  const complete = parsePhoneNumberFromString(typed);
  const formatted = complete?.isValid() ? complete.formatInternational() : new AsYouType().input(typed).trim();
  return formatted.replaceAll(/\D/g, "") === typed.replaceAll(/\D/g, "") ? formatted : typed;
}
