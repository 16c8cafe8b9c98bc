import type { Endpoint, Input } from "@commonlane/contract/endpoint";
import { type Query, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

/** Performs an action of the console. A repeated decision is sent once, and all console data is refreshed afterwards. */
export function useConsoleAction<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<E>) =>
      endpoint.idempotent
        ? sendIdempotently(idempotencyScope(endpoint, input), input, (idempotencyKey) =>
            call(endpoint, input, { idempotencyKey }),
          )
        : call(endpoint, input),
    onSettled: () => queries.invalidateQueries({ predicate: isOfConsole }),
  });
}

/** The console's own data, and the announcements that it changes. */
const isOfConsole = ({ queryKey: [name] }: Query): boolean =>
  /^\w+ \/(?:moderation|administration|bulletin)\b/.test(String(name));

/** Idempotency scope: the same for every action on the same user or item. */
function idempotencyScope<E extends Endpoint>({ path }: E, input: Input<E>): string {
  return `action.${path}.${JSON.stringify(input, (name, value: unknown) => (name === "body" ? undefined : value))}`;
}
