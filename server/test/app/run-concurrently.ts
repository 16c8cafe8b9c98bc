/** Runs the tasks with at most 60 at once, so that a busy machine answers all of them. */
export async function runConcurrently<Result>(
  count: number,
  task: (n: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) results.push(await task(next++));
  };
  await Promise.all(Array.from({ length: 60 }, worker));
  return results;
}
