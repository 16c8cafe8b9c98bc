import { keepDevMail } from "./dev-mail.store.ts";
import { writeLetter } from "./letter.ts";
import type { Mailer } from "./mailer.ts";

/** Keeps letters in the database, where the dev mailbox shows them; there at once when the transaction commits. */
export const localMailer = (community: string): Mailer => ({
  send: ({ db, now }, letter) => keepDevMail(db, writeLetter(letter, community), now()),
});
