import { endpoints } from "@commonlane/contract/all";
import type { Endpoint } from "@commonlane/contract/endpoint";
import { type Context, type InTransaction, transaction } from "../../context.ts";
import { Problem } from "../problem.ts";
import type { Caller } from "./exchange.ts";

/** Roles with endpoints of their own. */
export type PrivilegedRole = "moderator" | "administrator";

/** Authorizes endpoints of moderators and administrators and records each call in the audit log. */
export interface ModerationHooks {
  readonly hasRole: (uid: string, role: PrivilegedRole) => Promise<boolean>;
  /** Throws second_factor_required if the community requires a second factor that the caller's session has not shown. */
  readonly assertSecondFactor?: (caller: Caller) => Promise<void>;
  /** Records that a call which needs a confirmation was refused. */
  readonly logRefusedCall?: (refusal: {
    callerUid: string;
    call: string;
    reason: string;
  }) => Promise<void>;
  /** Message to show while only moderators have access; null if the community is open. */
  readonly closedMessage?: () => Promise<string | null>;
  readonly logModeratorCall: (
    ctx: InTransaction,
    moderatorUid: string,
    call: string,
    callInput: unknown,
  ) => Promise<void>;
}

/** Not found, not allowed, or not possible now; a form filled in wrongly is none. */
const LOGGED_REFUSALS: ReadonlySet<number> = new Set([403, 404, 409]);
const REFUSALS = {
  moderator: "moderators_only",
  administrator: "administrators_only",
} as const;

const endpointNames = new Map<Endpoint, string>(
  endpoints.map(({ name, endpoint }) => [endpoint, name]),
);

export function isPrivileged(access: Endpoint["access"]): access is PrivilegedRole {
  return access in REFUSALS;
}

/** Throws moderators_only, administrators_only or second_factor_required. */
export async function assertPrivileged(
  moderation: ModerationHooks | undefined,
  caller: Caller | undefined,
  access: PrivilegedRole,
): Promise<void> {
  if (!caller || !(await moderation?.hasRole(caller.uid, access)))
    throw new Problem(REFUSALS[access]);
  await moderation?.assertSecondFactor?.(caller);
}

/** Throws closed_for_now if only moderators have access and the caller is none. */
export async function assertServiceOpen(
  { closedMessage, hasRole }: ModerationHooks,
  caller: Caller | undefined,
): Promise<void> {
  const message = await closedMessage?.();
  if (!message) return;
  const isModerator = caller !== undefined && (await hasRole(caller.uid, "moderator"));
  if (!isModerator) throw new Problem("closed_for_now", { message });
}

/**
 * Runs the handler; for moderators and administrators in one transaction with the audit log entry, unless it calls a
 * service.
 */
export async function runLogged<T>(
  moderation: ModerationHooks | undefined,
  endpoint: Endpoint,
  {
    ctx,
    input,
    caller,
  }: {
    ctx: Context;
    input: unknown;
    caller: Caller | undefined;
  },
  operation: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { access, loggedByHandler, callsService } = endpoint;
  if (!isPrivileged(access)) return operation(ctx);
  if (!moderation || !caller) throw new Problem(REFUSALS[access]);
  if (loggedByHandler) return callsService ? operation(ctx) : transaction(ctx, operation);

  const call = endpointNames.get(endpoint) ?? endpoint.path;
  const logCall = (ctx: InTransaction) => moderation.logModeratorCall(ctx, caller.uid, call, input);
  if (callsService) {
    await transaction(ctx, logCall);
    return operation(ctx);
  }
  return transaction(ctx, async (ctx) => {
    await logCall(ctx);
    return operation(ctx);
  });
}

/** Records who was refused a change of who gets in, who leads, or where mail goes, after everything was rolled back. */
export async function withRefusalsLogged<T>(
  moderation: ModerationHooks | undefined,
  endpoint: Endpoint,
  caller: Caller | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const logRefusedCall = moderation?.logRefusedCall;
  if (!endpoint.confirmed || !isPrivileged(endpoint.access) || !caller || !logRefusedCall)
    return work();
  return work().catch(async (error: unknown) => {
    const isRefusal = error instanceof Problem && LOGGED_REFUSALS.has(error.status);
    const call = endpointNames.get(endpoint) ?? endpoint.path;
    if (isRefusal)
      await logRefusedCall({
        callerUid: caller.uid,
        call,
        reason: error.code,
      });
    throw error;
  });
}
