import * as z from "zod/mini";
import { API_SCOPES, ApiScope, endpoint } from "./endpoint.ts";
import { translatable } from "./message.ts";
import { filledText, Id, SuccessReply } from "./shapes.ts";

/** Every key begins with it, so that scanners for leaked secrets find keys. */
export const API_KEY_PREFIX = "clk_";
export const API_KEYS_MAX = 20;
export const API_KEY_NAME_MAX_LENGTH = 60;
export const API_KEY_VALID_DAYS = [30, 90, 365] as const;
/** Calls of one key, besides the limits of each endpoint. */
export const API_KEY_LIMITS = [
  { by: "secret", count: 120, perS: 60 },
  { by: "secret", count: 10_000, perS: 86_400 },
] as const;

/** A key with which a program acts for its owner, without the key itself. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(ApiScope),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** To the hour. */
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type ApiKey = z.infer<typeof ApiKey>;

const NewApiKey = z.object({
  name: filledText(API_KEY_NAME_MAX_LENGTH),
  scopes: z
    .array(ApiScope)
    .check(
      z.minLength(1, translatable("Choose at least one thing that the key may do.")),
      z.maxLength(API_SCOPES.length),
    ),
  validDays: z.literal(API_KEY_VALID_DAYS),
});
export type NewApiKey = z.output<typeof NewApiKey>;

export const apiKeys = {
  list: endpoint({
    summary: "List the caller's API keys, without the keys themselves",
    method: "GET",
    path: "/api-keys",
    access: "signed-in",
    reply: z.object({
      items: z.array(ApiKey),
      isOn: z.boolean(),
    }),
  }),
  /** No Idempotency-Key, because a stored reply would keep the key. */
  create: endpoint({
    summary: "Create an API key that acts for the caller; only this reply has the key",
    method: "POST",
    path: "/api-keys",
    access: "signed-in",
    confirmed: true,
    body: NewApiKey,
    reply: z.extend(ApiKey, { key: z.string() }),
    status: 201,
    limits: [{ by: "account", count: 20, perS: 3600 }],
    problems: ["api_keys_off", "api_keys_enough"],
  }),
  revoke: endpoint({
    summary: "Revoke one of the caller's API keys",
    method: "DELETE",
    path: "/api-keys/:keyId",
    access: "signed-in",
    params: z.object({ keyId: Id }),
    reply: SuccessReply,
    problems: ["not_found"],
  }),
};
