import { Problem } from "./http/problem.ts";

/** What a user is to a record, such as the host of a ride. */
type Relations<Row, Relation extends string> = Readonly<
  Record<Relation, (row: Row, uid: string) => boolean>
>;

/** Who may make which calls about one kind of record. */
export interface Policy<Row, Call extends string> {
  /** The relations that may make each call, by the name of its endpoint. */
  readonly calls: Readonly<Record<Call, readonly string[]>>;
  /** The relations that this user has to a record; none for a stranger. */
  readonly relationsOf: (row: Row, uid: string) => readonly string[];
}

/**
 * Defines who may make which calls about one kind of record. `docs/security/who-may-do-what.md` is generated from all
 * policies, and a test compares them with the replies of the server.
 *
 * @example
 *   const eventPolicy = definePolicy(
 *     { creator: (event: EventRow, uid) => event.creator_id === uid },
 *     { "events.change": ["creator"] },
 *   );
 */
export function definePolicy<Row, Relation extends string, Call extends string>(
  relations: Relations<Row, Relation>,
  calls: Readonly<Record<Call, readonly NoInfer<Relation>[]>>,
): Policy<Row, Call> {
  const tests = Object.entries<(row: Row, uid: string) => boolean>(relations);
  return {
    calls,
    relationsOf: (row, uid) => tests.flatMap(([name, isSo]) => (isSo(row, uid) ? name : [])),
  };
}

/** Whether a user may make this call about a record. */
export const may = <Row, Call extends string>(
  policy: Policy<Row, Call>,
  call: Call,
  row: Row,
  uid: string,
): boolean =>
  policy.relationsOf(row, uid).some((relation) => policy.calls[call].includes(relation));

/**
 * Requires that a user may make this call about a record.
 *
 * @param isSeen Whether a stranger to the record may see it. Without it, strangers do not learn that it exists.
 * @throws Problem not_yours for a user who has another relation to the record or may see it, and not_found for everyone
 *   else
 */
export async function assertMay<Row, Call extends string>(
  policy: Policy<Row, Call>,
  call: Call,
  row: Row,
  uid: string,
  isSeen: () => boolean | Promise<boolean> = () => false,
): Promise<void> {
  if (may(policy, call, row, uid)) return;

  const isKnown = policy.relationsOf(row, uid).length > 0 || (await isSeen());
  throw new Problem(isKnown ? "not_yours" : "not_found");
}
