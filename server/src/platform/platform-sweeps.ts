import { pruneEvents } from "./db/outbox.ts";
import type { Sweep } from "./jobs/sweeps.ts";
import { pruneDevMail } from "./mail/dev-mail.store.ts";

const DAY_MS = 86_400_000;

/** What the platform itself clears away. */
export const platformSweeps: readonly Sweep[] = [
  {
    name: "event.pruned",
    everyS: 3600,
    run: (ctx) => pruneEvents(ctx.db, new Date(ctx.now().getTime() - ctx.settings.EVENTS_KEPT_DAYS * DAY_MS)),
  },
  { name: "dev-mail.pruned", everyS: 600, run: (ctx) => pruneDevMail(ctx.db) },
];
