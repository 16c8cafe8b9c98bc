/** Where calls get the ID token from. The session sets it once at start; until then nobody is signed in. */
export interface TokenSource {
  /** The token at hand, however old. */
  peek: () => string | undefined;
  /** A token that is still valid, renewed first when it is not; nothing when nobody is signed in. */
  fresh: () => Promise<string | undefined>;
  /** A new token, after the server refused the one at hand. */
  renew: () => Promise<string | undefined>;
}

const nobody: TokenSource = {
  peek: () => undefined,
  fresh: () => Promise.resolve(undefined),
  renew: () => Promise.resolve(undefined),
};

let source = nobody;

export const tokenSource = (): TokenSource => source;

/** Puts another source in place; without one, nobody is signed in. */
export function setTokenSource(next: TokenSource = nobody): void {
  source = next;
}
