import * as z from "zod/mini";
import { Email, Password, Session } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { LastName, PersonName } from "./person-names.ts";
import { SuccessReply } from "./shapes.ts";

/** The key in the link that the first start prints. */
const SetupKey = z.string().check(z.minLength(1), z.maxLength(100));

/** The first set-up in the browser, while there is no account and no administrator. */
export const setup = {
  checkKey: endpoint({
    summary: "Check the key of the first set-up",
    method: "POST",
    path: "/identity/setup/check",
    access: "public",
    availableWhenClosed: true,
    body: z.object({ key: SetupKey }),
    reply: SuccessReply,
    limits: [{ by: "address", count: 60, perS: 600 }],
    problems: ["link_over"],
  }),
  /** The account is verified without an e-mail, because its owner holds the operator's key. Uses the key up. */
  createAdministrator: endpoint({
    summary: "Create the first administrator and sign in",
    method: "POST",
    path: "/identity/setup",
    access: "public",
    availableWhenClosed: true,
    body: z.object({
      key: SetupKey,
      email: Email,
      password: Password,
      firstName: PersonName,
      lastName: LastName,
    }),
    reply: Session,
    status: 201,
    limits: [{ by: "address", count: 30, perS: 600 }],
    problems: ["link_over", "password_weak", "email_taken"],
  }),
};
