/**
 * Loads at the first call and keeps the result. A failure is not kept, so the next call tries again.
 *
 * @example
 * const loadWords = loadOnce(() => readFile(WORDS, "utf8"));
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    if (loading) return loading;
    const attempt = load();
    loading = attempt;
    attempt.catch(() => (loading = undefined));
    return attempt;
  };
}
