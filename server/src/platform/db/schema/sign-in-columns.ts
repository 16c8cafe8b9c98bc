/** A person as a provider identified them. */
export interface ProvidedIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** The provider's id of its session. */
  readonly providerSid: string | null;
  /** Address that ends the session at the provider. */
  readonly signOutUrl: string | null;
  /** Asks the provider later whether it still knows the person. */
  readonly refreshToken: string | null;
  /** Trust marks that the provider's claims give; absent in rows of an earlier release. */
  readonly markIds?: readonly string[];
}

/** Why a member holds a mark: a verified address, a provider's claims, or the decision of a moderator. */
export type MarkSource = "email" | "institution" | "team";

/** Purpose of a code; a code that changes an e-mail address is valid for one account only. */
export type CodePurpose =
  | "registration"
  | "password-reset"
  | "provider-email"
  | `email-change ${string}`
  | `mark-renewal ${string}`;

export type LinkPurpose = "email-verification" | "email-undo";
