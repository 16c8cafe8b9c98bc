import type { HandlerResult } from "@commonlane/contract/endpoint";
import type { accounts } from "@commonlane/contract/accounts";
import type { Settings } from "#platform/settings.ts";
import { ALGORITHM } from "./signing-keys.ts";

/** Audience of our ID tokens. */
export const AUDIENCE = "commonlane";

type ServerAddress = Pick<Settings, "PUBLIC_URL" | "HOST" | "PORT">;

/**
 * Base URL of this server from its settings, without a trailing slash. Never taken from a request, which could be
 * forged.
 */
export function siteUrl({ PUBLIC_URL, HOST, PORT }: ServerAddress): string {
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  const base = PUBLIC_URL ?? `http://${host}:${PORT}`;
  return base.replace(/(?<!\/)\/+$/, "");
}

/** Issuer of our ID tokens: the base URL of the identity endpoints. */
export function issuerUrl(server: ServerAddress): string {
  return `${siteUrl(server)}/api/identity`;
}

/**
 * OpenID configuration for verifiers of our ID tokens. Names no OAuth endpoints, because sign-in is not an OAuth flow.
 */
export function openIdConfiguration(
  settings: Settings,
): HandlerResult<typeof accounts.openIdConfiguration> {
  const issuer = issuerUrl(settings);
  return {
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [ALGORITHM],
    claims_supported: ["iss", "aud", "sub", "sid", "iat", "exp", "email", "email_verified", "name"],
  };
}
