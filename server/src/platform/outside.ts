/** Ways to other services: providers of sign-in, gateways, push services. */
export interface Services {
  readonly fetch: typeof fetch;
}

/**
 * Shows that no transaction is open. Everything that reaches another service asks for it, even if it has no other use
 * for it (decision 71).
 */
export interface Outside {
  readonly services: Services;
}
