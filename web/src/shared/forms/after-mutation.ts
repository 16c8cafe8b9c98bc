/**
 * Runs a follow-up after a mutation, even if a live event has unmounted the component by then: React Query drops
 * callbacks passed to `mutate` on unmount. Errors are shown from the mutation's own state.
 */
export function afterMutation<Result>(
  mutation: Promise<Result>,
  then: (result: Result) => void,
): void {
  void mutation.then(then, () => undefined);
}
