export { giveConsent, consentAtSignUp, listOwnConsents } from "./consents.ts";
