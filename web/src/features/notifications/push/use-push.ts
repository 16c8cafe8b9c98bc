import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { log } from "#shared/log.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { pushDevices } from "../notifications.queries.ts";
import { isPushOn, PushError, pushErrors, renewPush, turnOffPush, turnOnPush } from "./push.ts";
import { thisBrowser } from "./push-browser.ts";

const PUSH_ACTIONS = {
  on: turnOnPush,
  off: turnOffPush,
  renew: renewPush,
};

/** Push in this browser: whether it is on, actions to turn it on and off, and the text of the last error. */
export function usePush() {
  const { i18n } = useLingui();
  const { uid } = useUser();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (action: keyof typeof PUSH_ACTIONS) => PUSH_ACTIONS[action](thisBrowser, uid),
    onError: (failure) =>
      log.error("push", {
        code: failure.message,
        cause: failure.cause instanceof Error ? failure.cause.name : "",
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: pushDevices.queryKey }),
  });
  const code = error instanceof PushError ? error.code : undefined;
  return {
    on: isPushOn(thisBrowser, uid),
    supported: thisBrowser.supported(),
    setEnabled: (on: boolean) => mutate(on ? "on" : "off"),
    renew: () => mutate("renew"),
    busy: isPending,
    code,
    problem: code ? i18n._(pushErrors[code]) : error?.message,
  };
}
