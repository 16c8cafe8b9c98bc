import type { Context } from "../context.ts";
import { keepDevMail } from "./dev-mail.store.ts";
import { writeLetter } from "./letter.ts";
import type { Mailer, OnMailed } from "./mailer.ts";

/** Keeps letters in the database, where the dev mailbox shows them; there at once when the transaction commits. */
export const localMailer = (community: string, onMailed?: OnMailed<Context>): Mailer<Context> => ({
  send: async (ctx, ...letters) => {
    const written = letters.map((letter) => writeLetter(letter, community));
    await keepDevMail(ctx.db, written, ctx.now());
    const ids = letters.flatMap(({ id }) => id ?? []);
    if (ids.length > 0) await onMailed?.(ctx, ids, undefined);
  },
});
