import { DAY_MS } from "@commonlane/contract/durations";
import { CODE_RESEND_AFTER_S } from "@commonlane/contract/limits";
import type { InTransaction } from "#platform/context.ts";
import { Problem, waitWords } from "#platform/http/problem.ts";
import { type Count, countTries } from "./tries.store.ts";
import type { Visitor } from "./visitor.ts";

/** Letters a day to one address at the wish of one network: an IPv4 address or /64, a /56, a /48. */
const FROM = [10, 14, 18];
/** At the wish of all strangers together, whatever networks they come from. */
const OF_STRANGERS = 20;
/** At the wish of a device that has signed in to the account of that address; so strangers do not use up its owner's. */
const OF_OWNER = 10;

/**
 * Whether one more letter that anybody may ask for may go to this address; counts it. Whoever asks is not told where it is
 * one too many. Throws too_many within the 60 s after the letter before.
 */
export async function mayMail(
  ctx: InTransaction,
  { email, purpose }: { readonly email: string; readonly purpose: string },
  { networks, ownDevice }: Pick<Visitor, "networks"> & { readonly ownDevice: string | undefined },
): Promise<boolean> {
  const pause = { firstWaitS: CODE_RESEND_AFTER_S, longestWaitS: CODE_RESEND_AFTER_S };
  const name = `letter ${purpose} ${email}`;
  const paused = await countTries(ctx, [{ name, free: 1, ...pause, forgottenAfterS: CODE_RESEND_AFTER_S }]);
  if (!paused.counted) throw tooSoon(paused.refusedUntil.getTime() - ctx.now().getTime());
  const perDay = (of: string, free: number) => daily(`letters ${email} ${of}`, free * ctx.settings.RATE_LIMIT_FACTOR);
  const counts = ownDevice
    ? [perDay("own", OF_OWNER)]
    : [
        ...networks.map((network, place) => perDay(network, FROM[place] ?? OF_STRANGERS)),
        perDay("strangers", OF_STRANGERS),
      ];
  return (await countTries(ctx, counts)).counted !== undefined;
}

function daily(name: string, free: number): Count {
  const s = DAY_MS / 1000;
  return { name, free: Math.max(1, Math.round(free)), firstWaitS: s, longestWaitS: s, forgottenAfterS: s };
}

function tooSoon(waitMs: number): Problem {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `An e-mail was sent a moment ago. Please wait ${waitWords(retryAfterS)} before you ask for another.`;
  return new Problem("too_many", { retryAfterS, message });
}
