import { DAY_MS } from "@commonlane/contract/durations";
import { CODE_RESEND_AFTER_S } from "@commonlane/contract/limits";
import type { InTransaction } from "#platform/context.ts";
import { message } from "@commonlane/contract/message";
import { Problem, formatWait } from "#platform/http/problem.ts";
import { type LocalText, translate } from "#platform/i18n/translate.ts";
import { type AttemptLimit, countAttempts } from "../sign-in/login-throttle.store.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";

/** E-mails a day to one address requested from one network: an IPv4 address or /64, a /56, a /48. */
const PER_NETWORK = [10, 14, 18];
/** E-mails a day to one address requested from unknown devices, over all networks. */
const UNKNOWN_DEVICES_PER_DAY = 20;
/**
 * E-mails a day requested from a device that has signed in to this account; counted separately, so that strangers
 * cannot use it up.
 */
const OWN_DEVICE_PER_DAY = 10;

/**
 * Consumes one e-mail of the quota of an address. Returns false if the quota is used up; the response to the client
 * must not differ then. Throws too_many within 60 s of the previous e-mail.
 */
export async function consumeEmailQuota(
  ctx: InTransaction,
  {
    email,
    purpose,
  }: {
    readonly email: string;
    readonly purpose: string;
  },
  {
    networks,
    ownDevice,
  }: Pick<ClientInfo, "networks"> & { readonly ownDevice: string | undefined },
): Promise<boolean> {
  const cooldown = {
    firstWaitS: CODE_RESEND_AFTER_S,
    maxWaitS: CODE_RESEND_AFTER_S,
  };
  const name = `email ${purpose} ${email}`;
  const afterCooldown = await countAttempts(ctx, [
    {
      name,
      freeAttempts: 1,
      ...cooldown,
      resetAfterS: CODE_RESEND_AFTER_S,
    },
  ]);
  if (!afterCooldown.counted)
    throw cooldownProblem(afterCooldown.refusedUntil.getTime() - ctx.now().getTime());
  const dailyLimit = (source: string, limit: number) =>
    toDailyLimit(`emails ${email} ${source}`, limit * ctx.settings.RATE_LIMIT_FACTOR);
  const limits = ownDevice
    ? [dailyLimit("own", OWN_DEVICE_PER_DAY)]
    : [
        ...networks.map((network, index) =>
          dailyLimit(network, PER_NETWORK[index] ?? UNKNOWN_DEVICES_PER_DAY),
        ),
        dailyLimit("strangers", UNKNOWN_DEVICES_PER_DAY),
      ];
  return (await countAttempts(ctx, limits)).counted !== undefined;
}

function toDailyLimit(name: string, free: number): AttemptLimit {
  const s = DAY_MS / 1000;
  return {
    name,
    freeAttempts: Math.max(1, Math.round(free)),
    firstWaitS: s,
    maxWaitS: s,
    resetAfterS: s,
  };
}

const COOLDOWN = message(
  "We just sent you an e-mail. Please wait {wait} before you request another.",
  {
    comment: "wait: a duration such as “30 seconds” or “5 minutes”.",
  },
);

function cooldownProblem(waitMs: number): Problem {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
  const text: LocalText = (language) =>
    translate(language, COOLDOWN, { wait: formatWait(language, retryAfterS) });
  return new Problem("too_many", {
    retryAfterS,
    message: text,
  });
}
