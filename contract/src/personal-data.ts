import * as z from "zod/mini";
import { consentPageNames } from "./community.ts";
import { endpoint } from "./endpoint.ts";
import { Password } from "./accounts.ts";
import { Id } from "./shapes.ts";

/** An archive of all personal data of the caller. */
export const DataExport = z.object({
  id: Id,
  state: z.enum(["making", "ready", "failed"]),
  requestedAt: z.iso.datetime(),
  /** End of the download period; null if the export is not ready. */
  expiresAt: z.nullable(z.iso.datetime()),
  bytes: z.nullable(z.int()),
});
export type DataExport = z.infer<typeof DataExport>;

const LegalDocument = z.enum(consentPageNames);
const Version = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** A legal text in force, and whether the caller agreed to it. */
export const Consent = z.object({
  document: LegalDocument,
  version: Version,
  /** Date of the last change, formatted. */
  updated: z.string(),
  agreedAt: z.nullable(z.iso.datetime()),
  /** True if the caller agreed to an earlier version. */
  changed: z.boolean(),
});
export type Consent = z.infer<typeof Consent>;

/** Endpoints for a user's own personal data. */
export const personalData = {
  exports: endpoint({
    summary: "List the caller's available exports, newest first",
    method: "GET",
    path: "/identity/exports",
    access: "signed-in",
    reply: z.object({ items: z.array(DataExport) }),
  }),
  /** One export at a time: while one is being created, the call returns it. */
  requestExport: endpoint({
    summary: "Request an export of the caller's personal data",
    method: "POST",
    path: "/identity/exports",
    access: "signed-in",
    confirmed: true,
    reply: DataExport,
    status: 201,
    limits: [{ by: "account", count: 5, perS: 86_400 }],
    problems: ["too_many"],
  }),
  file: endpoint({
    summary: "Download an export as a ZIP with JSON files and a readable page",
    method: "GET",
    path: "/identity/exports/:exportId/file",
    access: "signed-in",
    confirmed: true,
    params: z.object({ exportId: Id }),
    file: "application/zip",
    noStore: true,
    reply: z.unknown(),
    problems: ["not_found"],
  }),
  /** Ends all sessions and everything pending. Signing in before the deadline cancels the deletion. */
  deleteAccount: endpoint({
    summary: "Request the deletion of the caller's account after a grace period",
    method: "POST",
    path: "/identity/deletion",
    access: "signed-in",
    /** The password can be left out after a confirmation with a passkey. */
    body: z.object({ password: z.optional(Password) }),
    reply: z.object({ eraseAt: z.iso.datetime() }),
    limits: [{ by: "account", count: 30, perS: 3600 }],
    problems: ["password_wrong", "confirmation_needed", "too_many"],
  }),
  consents: endpoint({
    summary: "List the current legal texts and the caller's consents",
    method: "GET",
    path: "/identity/consents",
    access: "signed-in",
    reply: z.object({ items: z.array(Consent) }),
  }),
  /** Rejects versions that are no longer in force. */
  giveConsent: endpoint({
    summary: "Consent to the current legal texts",
    method: "POST",
    path: "/identity/consents",
    access: "signed-in",
    body: z.object({
      documents: z
        .array(
          z.object({
            document: LegalDocument,
            version: Version,
          }),
        )
        .check(z.minLength(1), z.maxLength(consentPageNames.length)),
    }),
    reply: z.object({ items: z.array(Consent) }),
  }),
};
