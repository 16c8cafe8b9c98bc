import type { Context } from "../context.ts";
import { keepDevMail } from "./dev-mail.store.ts";
import { writeLetter } from "./letter.ts";
import type { Mailer, OnMailed } from "./mailer.ts";

/** Keeps letters in the database, where the dev mailbox shows them; there at once when the transaction commits. */
export const localMailer = (community: string, onMailed?: OnMailed<Context>): Mailer<Context> => ({
  send: async (ctx, letter) => {
    await keepDevMail(ctx.db, writeLetter(letter, community), ctx.now());
    if (letter.id !== undefined) await onMailed?.(ctx, letter.id, undefined);
  },
});
