import type { endpointGroups } from "@commonlane/contract/all";
import type { Endpoint } from "@commonlane/contract/endpoint";
import {
  type QueryFunction,
  queryOptions,
  type UndefinedInitialDataOptions,
} from "@tanstack/react-query";

type NameOf<E> = E extends {
  method: infer M extends string;
  path: infer P extends string;
}
  ? `${M} ${P}`
  : never;
type Groups = typeof endpointGroups;
export type GroupName = keyof Groups;
/** The endpoints of a group by name, for modules that load before the contract does. */
export type EndpointName<G extends GroupName = GroupName> = {
  [K in G]: NameOf<Groups[K][keyof Groups[K]]>;
}[G];

/** Part of an endpoint's input: a key with it is about the calls that have these values. */
export interface InputPart {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
}

/**
 * Key of a query: the endpoint's name, its input, and what the cache holds unless it is one reply. Each prefix of it,
 * and each part of an input, selects the queries that match.
 */
export type EndpointKey = readonly [name?: EndpointName, input?: InputPart, holds?: string];

/** Method and path of an endpoint, such as `GET /rides/:rideId`. */
export function endpointName({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

/** Key of the queries that called an endpoint with this part of its input. */
export function endpointKey(endpoint: Endpoint, part: InputPart): readonly [string, InputPart] {
  return [endpointName(endpoint), part];
}

/** A query that makes several calls, or loads the code of its call, under the name of the endpoint that it reads. */
export const composedQuery = <T>(
  queryKey: EndpointKey,
  queryFn: QueryFunction<T, EndpointKey>,
  settings: Omit<
    UndefinedInitialDataOptions<T, Error, T, EndpointKey>,
    "queryKey" | "queryFn"
  > = {},
) =>
  queryOptions({
    ...settings,
    queryKey,
    queryFn,
  });
