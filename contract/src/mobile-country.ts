import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/mobile";

/**
 * Country (ISO 3166-1) of a mobile number; undefined for any other number, such as a landline, a premium-rate or
 * personal number, or one of a satellite network. Countries that share a calling code are told apart.
 */
export function findMobileCountry(phone: string): string | undefined {
  const number = parsePhoneNumberFromString(phone);
  // The metadata has mobile numbers only.
  return number?.isValid() ? number.country : undefined;
}

export const isCountry = (code: string): boolean => isSupportedCountry(code);
