import { AsYouType, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { addPlusSign } from "./phone.ts";

/**
 * Groups a partly typed number the way its country writes it. Returns the text unchanged if it has other characters.
 */
export function formatPhone(text: string): string {
  const typed = addPlusSign(text);
  // The library silently drops unknown characters, and dropping a letter would change the number.
  if (/[^\d+\s().\-/]/.test(typed) || typed.lastIndexOf("+") > 0) return typed;
  const complete = parsePhoneNumberFromString(typed);
  const formatted = complete?.isValid() ? complete.formatInternational() : new AsYouType().input(typed).trim();
  return formatted.replaceAll(/\D/g, "") === typed.replaceAll(/\D/g, "") ? formatted : typed;
}
