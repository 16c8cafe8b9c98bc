import type { HandlerResult } from "@commonlane/contract/endpoint";
import type { accounts } from "@commonlane/contract/accounts";
import type { Settings } from "#platform/settings.ts";
import { ALGORITHM } from "./signing-keys.ts";

/** Who our ID tokens are for. */
export const AUDIENCE = "commonlane";

type ServerAddress = Pick<Settings, "PUBLIC_URL" | "HOST" | "PORT">;

/** Where this server is reached, as its operator says; never as a request says, which may lie. Without a slash at the end. */
export function siteUrl({ PUBLIC_URL, HOST, PORT }: ServerAddress): string {
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  const base = PUBLIC_URL ?? `http://${host}:${PORT}`;
  return base.replace(/(?<!\/)\/+$/, "");
}

/** Who signs our ID tokens: the address under which this server is reached, and its identity calls. */
export const issuerUrl = (server: ServerAddress): string => `${siteUrl(server)}/api/identity`;

/** What a verifier of our ID tokens needs. Sign-in is no OAuth flow, so no endpoint of one is named. */
export function openIdConfiguration(settings: Settings): HandlerResult<typeof accounts.openIdConfiguration> {
  const issuer = issuerUrl(settings);
  return {
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [ALGORITHM],
    claims_supported: ["iss", "aud", "sub", "sid", "iat", "exp", "email", "email_verified", "name"],
  };
}
