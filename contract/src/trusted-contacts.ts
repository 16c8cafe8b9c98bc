import * as z from "zod/mini";
import { Email } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { TRUSTED_CONTACT_NAME_MAX_LENGTH } from "./limits.ts";
import { cleanText, SuccessReply, Id } from "./shapes.ts";

export const TrustedContactStatus = z.enum(["invited", "confirmed", "declined"]);
export type TrustedContactStatus = z.infer<typeof TrustedContactStatus>;

/** A person who is notified by e-mail if the user does not confirm an arrival; only after agreeing to it. */
export const TrustedContact = z.object({
  id: Id,
  name: z.string(),
  /** Deleted as soon as they decline. */
  email: z.nullable(z.string()),
  status: TrustedContactStatus,
  createdAt: z.iso.datetime(),
});
export type TrustedContact = z.infer<typeof TrustedContact>;

/** Token in the e-mails to a contact. It stays valid, so that any e-mail can be used to opt out. */
const ContactToken = z.string().check(z.maxLength(200));
const ContactInvitation = z.object({
  /** First name and initial of the user who asks. */
  owner: z.string(),
  status: TrustedContactStatus,
});

export const trustedContacts = {
  list: endpoint({
    summary: "List the caller's trusted contacts, oldest first, on one page",
    method: "GET",
    path: "/trusted-contacts",
    access: "signed-in",
    reply: z.object({ items: z.array(TrustedContact) }),
  }),
  name: endpoint({
    summary: "Add a trusted contact; they get one e-mail that asks for their consent",
    method: "POST",
    path: "/trusted-contacts",
    access: "signed-in",
    confirmed: true,
    idempotent: true,
    body: z.object({
      name: z.pipe(cleanText(TRUSTED_CONTACT_NAME_MAX_LENGTH), z.string().check(z.minLength(1))),
      email: Email,
    }),
    reply: TrustedContact,
    status: 201,
    limits: [{ by: "account", count: 10, perS: 86_400 }],
    problems: [
      "invalid_input",
      "own_contact",
      "contacts_enough",
      "contact_known",
      "contact_declined",
      "strangers_enough",
    ],
  }),
  remove: endpoint({
    summary: "Remove a trusted contact",
    method: "DELETE",
    path: "/trusted-contacts/:contactId",
    access: "signed-in",
    params: z.object({ contactId: Id }),
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  invitation: endpoint({
    summary: "Get the invitation behind a trusted contact link",
    method: "POST",
    path: "/trusted-contacts/invitation",
    access: "public",
    availableWhenClosed: true,
    body: z.object({ token: ContactToken }),
    reply: ContactInvitation,
    limits: [{ by: "address", count: 60, perS: 60 }],
    problems: ["link_over"],
  }),
  answer: endpoint({
    summary: "Agree to be a trusted contact, or decline for good; possible at any time",
    method: "POST",
    path: "/trusted-contacts/answer",
    access: "public",
    availableWhenClosed: true,
    body: z.object({
      token: ContactToken,
      agrees: z.boolean(),
    }),
    reply: ContactInvitation,
    limits: [{ by: "address", count: 60, perS: 60 }],
    problems: ["link_over"],
  }),
};
