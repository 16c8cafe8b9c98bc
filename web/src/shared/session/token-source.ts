/** Provides ID tokens for calls. Set once when the app starts; until then no user is signed in. */
export interface TokenSource {
  /** The current token, even if expired. */
  peek: () => string | undefined;
  /** A valid token, renewed if necessary; undefined if no user is signed in. */
  fresh: () => Promise<string | undefined>;
  /** A new token, after the server rejected the current one. */
  renew: () => Promise<string | undefined>;
}

const noTokens: TokenSource = {
  peek: () => undefined,
  fresh: () => Promise.resolve(undefined),
  renew: () => Promise.resolve(undefined),
};

let source = noTokens;

export const tokenSource = (): TokenSource => source;

/** Sets the source of tokens; without an argument, no user is signed in. */
export function setTokenSource(newSource: TokenSource = noTokens): void {
  source = newSource;
}
