export { agree, agreeAtSignUp, ownConsents } from "./consents.ts";
