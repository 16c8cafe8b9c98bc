import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Id, SuccessReply } from "./shapes.ts";

/** Everything that signs in to an account, or shows someone what its owner does. */
export const AccessKindName = z.enum([
  "password",
  "session",
  "known-device",
  "passkey",
  "authenticator-app",
  "linked-identity",
  "pending-code",
  "pending-sign-in",
  "push-subscription",
  "calendar-feed",
  "api-key",
  "ride-share",
  "trusted-contact",
  "data-export",
  "phone-number",
]);
export type AccessKindName = z.infer<typeof AccessKindName>;

/** One of the caller's. */
export const OwnAccess = z.object({
  kind: AccessKindName,
  /** Unique within its kind. */
  id: Id,
  /** As its owner or their device named it. */
  name: z.nullable(z.string()),
  /** Null if it is older than the record of it. */
  since: z.nullable(z.iso.datetime()),
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** Added within ACCESS_ADDED_LATELY_DAYS. */
  isNew: z.boolean(),
  /** It is, or belongs to, the session that makes this call. */
  isCurrent: z.boolean(),
  /** False for what is changed rather than ended. */
  canEnd: z.boolean(),
});
export type OwnAccess = z.infer<typeof OwnAccess>;

export const accountAccess = {
  list: endpoint({
    summary:
      "List everything that signs in to the caller's account, or lets somebody follow the caller",
    method: "GET",
    path: "/identity/access",
    access: "signed-in",
    reply: z.object({ items: z.array(OwnAccess) }),
  }),
  /** What keeps others out, or lets the owner in, needs a recent confirmation. */
  end: endpoint({
    summary: "End one of them",
    method: "POST",
    path: "/identity/access/end",
    access: "signed-in",
    body: z.object({ kind: AccessKindName, id: Id }),
    reply: SuccessReply,
    limits: [{ by: "account", count: 300, perS: 3600 }],
    problems: ["not_found", "confirmation_needed", "last_sign_in"],
  }),
};
