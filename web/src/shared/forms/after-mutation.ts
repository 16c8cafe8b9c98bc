/**
 * Does what follows from a decision once it was answered, also where news of it took what was pressed off the page first:
 * what is handed to `mutate` beside the decision is forgotten together with the component. What went wrong is shown from the
 * call's own state.
 */
export function afterMutation<Result>(mutation: Promise<Result>, then: (result: Result) => void): void {
  void mutation.then(then, () => undefined);
}
