import { DAY_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { Warning } from "#platform/http/health/readiness.ts";
import {
  findRefusingServices,
  findSubscriptions,
  recordPushRefusal,
  type SubscriptionRow,
} from "./push-subscriptions.store.ts";
import { describeRefusals } from "#platform/push/send-push.ts";

/** After so many refusals in a row a device is sent nothing, until its browser registers again with the next visit. */
const MAX_REFUSALS = 10;

/** The devices of each user that are still tried, newest first. Users without one are missing from the map. */
export async function findDevicesInUse(
  ctx: Context,
  uids: readonly string[],
): Promise<Map<string, SubscriptionRow[]>> {
  const devices = [...(await findSubscriptions(ctx, uids)).values()].flat();
  return Map.groupBy(
    devices.filter(({ refusals }) => refusals < MAX_REFUSALS),
    ({ uid }) => uid,
  );
}

/** Records a refusal and logs the first one of a device and the one after which it is left alone. */
export async function recordRefusal(
  ctx: Context,
  { id, endpoint }: Pick<SubscriptionRow, "id" | "endpoint">,
  refused: {
    readonly failure: string;
    readonly refusal: string;
  },
): Promise<void> {
  const refusals = await recordPushRefusal(ctx, id, refused);
  const service = URL.parse(endpoint)?.hostname;
  const details = {
    service,
    reason: refused.refusal,
    refusals,
  };
  if (refusals === 1) ctx.log.warn(details, "a push service refused a notification");
  if (refusals === MAX_REFUSALS)
    ctx.log.warn(details, "a device is sent no more notifications until its next visit");
}

/** Check for `/health/ready`: a warning while a browser's push service refuses notifications. */
export async function checkPushServices(ctx: Context): Promise<Warning | undefined> {
  const services = await findRefusingServices(ctx, new Date(ctx.now().getTime() - DAY_MS));
  const description = describeRefusals(services);
  return description === undefined ? undefined : new Warning(description);
}
