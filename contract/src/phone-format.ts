import { AsYouType, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { addPlusSign, cleanPhone } from "./phone.ts";

/**
 * Groups a partly typed number the way its country writes it. Returns the text unchanged if it has other characters.
 */
export function formatPhone(text: string): string {
  const typed = addPlusSign(text);
  // The library silently drops unknown characters, and dropping a letter would change the number.
  if (/[^\d+\s().\-/]/.test(typed) || typed.lastIndexOf("+") > 0) return typed;
  const complete = parsePhoneNumberFromString(typed);
  const formatted = complete?.isValid()
    ? complete.formatInternational()
    : new AsYouType().input(typed).trim();
  // The 0 that is dialled at home only may go; nothing else.
  return [typed, cleanPhone(typed)].some((text) => digitsOf(text) === digitsOf(formatted))
    ? formatted
    : typed;
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");
