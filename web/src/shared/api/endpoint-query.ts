import type { Endpoint, Input, Reply } from "@commonlane/contract/endpoint";
import type * as z from "zod/mini";
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataInfiniteOptions,
  type UndefinedInitialDataOptions,
  useQueryClient,
} from "@tanstack/react-query";
import { call, type CallOptions } from "./api-client.ts";
import { isProblem } from "./api-error.ts";
import { endpointName, type InputPart } from "./query-keys.ts";

type Replies<R> = Endpoint & { readonly reply: z.ZodMiniType<R> };

type QuerySettings<E extends Endpoint, Data> = Omit<
  UndefinedInitialDataOptions<Reply<E>, Error, Data, readonly [name: string, input: Input<E>]>,
  "queryKey" | "queryFn"
>;

/**
 * The query that calls an endpoint. Equal calls share one entry of the cache.
 *
 * @example
 *   useQuery(endpointQuery(rides.one, { params: { rideId } }, { staleTime: 0 }));
 */
export const endpointQuery = <E extends Endpoint, Data = Reply<E>>(
  endpoint: E,
  input: Input<E>,
  { expected, ...settings }: QuerySettings<E, Data> & Pick<CallOptions, "expected"> = {},
) =>
  queryOptions({
    ...settings,
    queryKey: [endpointName(endpoint), input] as const,
    queryFn: ({ signal }) =>
      call(endpoint, input, {
        signal,
        ...(expected !== undefined && { expected }),
      }),
  });

/** The query of a list that is not paged: its items. */
export const endpointItems = <E extends Replies<{ items: unknown[] }>>(
  endpoint: E,
  input: Input<E>,
  settings: QuerySettings<E, Reply<E>["items"]> = {},
) =>
  endpointQuery<E, Reply<E>["items"]>(endpoint, input, {
    ...settings,
    select: ({ items }): Reply<E>["items"] => items,
  });

/** The query of a record that may not exist: null without one. */
export function endpointQueryOrNull<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return queryOptions({
    queryKey: [endpointName(endpoint), input],
    queryFn: async ({ signal }): Promise<Reply<E> | null> => {
      try {
        return await call(endpoint, input, {
          signal,
          expected: "not_found",
        });
      } catch (error) {
        if (isProblem(error, "not_found")) return null;
        throw error;
      }
    },
  });
}

type PageSettings<R> = Partial<
  Omit<
    UndefinedInitialDataInfiniteOptions<
      R,
      Error,
      InfiniteData<R, string | undefined>,
      QueryKey,
      string | undefined
    >,
    "queryKey" | "queryFn" | "initialPageParam"
  >
>;

/** The query of a paged list. `laterInput` is the input of all pages after the first, if it is another one. */
export const endpointPages = <E extends Replies<{ nextCursor: string | null }>>(
  endpoint: E,
  input: Input<E>,
  { laterInput = input, ...settings }: PageSettings<Reply<E>> & { laterInput?: Input<E> } = {},
) =>
  infiniteQueryOptions({
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    ...settings,
    queryKey: [endpointName(endpoint), input, "pages"],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, pageParam === undefined ? input : atCursor<E>(laterInput, pageParam), {
        signal,
      }),
    initialPageParam: undefined as string | undefined,
  });

function atCursor<E extends Endpoint>(input: Input<E>, cursor: string): Input<E> {
  const { params, query } = input as InputPart;
  return {
    params,
    query: {
      ...query,
      cursor,
    },
  } as Input<E>;
}

/** An endpoint, or a group of them such as `rides`. */
type Changed = Endpoint | Readonly<Record<string, Endpoint>>;

/** Reloads what the endpoints have replied. */
export function invalidateEndpoints(
  queries: QueryClient,
  ...changed: readonly Changed[]
): Promise<void> {
  const names = new Set<unknown>(changed.flatMap(namesOf));
  return queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => names.has(name) });
}

/**
 * The same for components.
 *
 * @example
 *   onSettled: () => invalidate(rides, seatRequests.own);
 */
export function useInvalidate() {
  const queries = useQueryClient();
  return (...changed: readonly Changed[]) => invalidateEndpoints(queries, ...changed);
}

const namesOf = (changed: Changed): string[] =>
  isEndpoint(changed) ? [endpointName(changed)] : Object.values(changed).map(endpointName);

function isEndpoint(changed: Changed): changed is Endpoint {
  return typeof changed.path === "string";
}
