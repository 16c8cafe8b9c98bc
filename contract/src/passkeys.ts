import * as z from "zod/mini";
import { Session } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { PASSKEY_NAME_MAX_LENGTH } from "./limits.ts";
import { translatable } from "./message.ts";
import { cleanText, Id, SuccessReply } from "./shapes.ts";

/*
 * Passkeys in the JSON forms of the Web Authentication standard, level 3. What the browser returns is verified by the
 * server; here only its shape and size are checked.
 */

const Encoded = (max: number) =>
  z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\w-]+$/));
const CredentialId = Encoded(1400);
const Transports = z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10));
const Descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()),
});

/** A passkey as its owner sees it. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** A password manager keeps a copy of it, so that it works on several devices. */
  synced: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

export const PasskeyName = z.pipe(
  cleanText(PASSKEY_NAME_MAX_LENGTH),
  z.string().check(z.minLength(1, translatable("Please enter a name."))),
);

/** What a browser needs to create a passkey. */
export const NewPasskeyOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({
    id: z.string(),
    name: z.string(),
    displayName: z.string(),
  }),
  pubKeyCredParams: z.array(
    z.object({
      alg: z.int(),
      type: z.literal("public-key"),
    }),
  ),
  timeout: z.int(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});

/** What a browser needs to ask for a passkey. */
export const PasskeyOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
  /** Empty if the user of the browser chooses one. */
  allowCredentials: z.array(Descriptor),
});
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;
export type NewPasskeyOptions = z.infer<typeof NewPasskeyOptions>;

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal("public-key"),
};

/** A new passkey, from `navigator.credentials.create`. */
export const NewPasskeyResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Encoded(4000),
    attestationObject: Encoded(40_000),
    transports: z.optional(Transports),
  }),
});
export type NewPasskeyResponse = z.infer<typeof NewPasskeyResponse>;

/** A signature of a challenge, from `navigator.credentials.get`. */
export const PasskeyResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Encoded(4000),
    authenticatorData: Encoded(4000),
    signature: Encoded(10_000),
    userHandle: z.nullish(Encoded(100)),
  }),
});
export type PasskeyResponse = z.infer<typeof PasskeyResponse>;

export const passkeys = {
  list: endpoint({
    summary: "List the caller's passkeys, oldest first",
    method: "GET",
    path: "/identity/passkeys",
    access: "signed-in",
    reply: z.object({ items: z.array(Passkey) }),
  }),
  startRegistration: endpoint({
    summary: "Get what the browser needs to create a passkey",
    method: "POST",
    path: "/identity/passkeys/registration-options",
    access: "signed-in",
    confirmed: true,
    reply: NewPasskeyOptions,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["passkeys_enough", "passkeys_unavailable"],
  }),
  /** Without a name, it is called after the browser and system. */
  register: endpoint({
    summary: "Add a passkey to the caller's account",
    method: "POST",
    path: "/identity/passkeys",
    access: "signed-in",
    confirmed: true,
    body: z.object({
      name: z.optional(PasskeyName),
      response: NewPasskeyResponse,
    }),
    reply: Passkey,
    status: 201,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["passkey_wrong", "passkeys_enough", "passkeys_unavailable"],
  }),
  rename: endpoint({
    summary: "Rename one of the caller's passkeys",
    method: "PUT",
    path: "/identity/passkeys/:passkeyId",
    access: "signed-in",
    params: z.object({ passkeyId: Id }),
    body: z.object({ name: PasskeyName }),
    reply: Passkey,
    problems: ["not_found"],
  }),
  remove: endpoint({
    summary: "Remove one of the caller's passkeys",
    method: "DELETE",
    path: "/identity/passkeys/:passkeyId",
    access: "signed-in",
    confirmed: true,
    params: z.object({ passkeyId: Id }),
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  startSignIn: endpoint({
    summary: "Get what the browser needs to sign in with a passkey",
    method: "POST",
    path: "/identity/passkeys/sign-in-options",
    access: "public",
    availableWhenClosed: true,
    reply: PasskeyOptions,
    limits: [{ by: "address", count: 120, perS: 300 }],
    problems: ["passkeys_unavailable"],
  }),
  signIn: endpoint({
    summary: "Sign in with a passkey; the refresh token is set as a cookie",
    method: "POST",
    path: "/identity/passkeys/sign-in",
    access: "public",
    availableWhenClosed: true,
    body: z.object({ response: PasskeyResponse }),
    reply: Session,
    limits: [{ by: "address", count: 60, perS: 300 }],
    problems: ["passkey_wrong", "passkeys_unavailable", "account_suspended"],
  }),
  startConfirmation: endpoint({
    summary: "Get what the browser needs to confirm with one of the caller's passkeys",
    method: "POST",
    path: "/identity/passkeys/confirmation-options",
    access: "signed-in",
    reply: PasskeyOptions,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["passkeys_unavailable"],
  }),
};
