import { findPasswordProblem } from "@commonlane/contract/password";
import { checkPhone } from "@commonlane/contract/phone";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { isNameMissing } from "#shared/profile/NameFields.tsx";
import { phoneText } from "#shared/forms/phone-text.ts";
import { passwordProblemText } from "#shared/password/password-text.ts";

export interface RegistrationForm {
  firstName: string;
  lastName: string;
  hasOneName: boolean;
  email: string;
  phone: string;
  password: string;
  confirmPassword: string;
}

/** First error of the form, in the order of the specification, or undefined if it can be sent. */
export function validateRegistration(form: RegistrationForm): string | undefined {
  const { email, phone, password, confirmPassword } = form;
  const texts = [email.trim(), phone.trim(), password, confirmPassword];
  if (isNameMissing(form) || texts.includes("")) return i18n._(msg`Please fill in all fields`);
  if (password !== confirmPassword) return i18n._(msg`Passwords do not match`);
  const passwordProblem = findPasswordProblem(password);
  if (passwordProblem !== undefined) return passwordProblemText(passwordProblem);
  const phoneCheck = checkPhone(phone);
  return phoneCheck.valid ? undefined : phoneText(phoneCheck);
}
