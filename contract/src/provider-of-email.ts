import type { SignInProviderSummary } from "./community.ts";
import { domainOf } from "./email-domain.ts";

/** The provider where people with this e-mail address sign in instead of with a password. */
export function findProviderOfEmail<Provider extends Pick<SignInProviderSummary, "emailDomains">>(
  providers: readonly Provider[],
  email: string,
): Provider | undefined {
  const domain = domainOf(email);
  return providers.find(({ emailDomains }) =>
    emailDomains.some((enforced) => domain === enforced || domain.endsWith(`.${enforced}`)),
  );
}
