import {
  Events,
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  OAuth2Server,
} from "oauth2-mock-server";

type Claims = Record<string, unknown>;

interface Forgery {
  /** Overwrites claims of the ID token before it is signed. */
  claims: Claims;
  /** Overwrites parameters of the answer; undefined removes one. */
  answer: Record<string, string | undefined>;
  userInfo: Claims;
}

/**
 * A provider of another make, whose tokens and answers a test can falsify. Its only user is johndoe. It refuses clients
 * without `secret`, if that is given; by itself it lets all in.
 */
export async function openForgingProvider(secret?: string) {
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  const forgery: Forgery = { claims: {}, answer: {}, userInfo: {} };
  const redeemedCodes: unknown[] = [];
  server.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) =>
    Object.assign(payload, forgery.claims),
  );
  server.service.on(Events.BeforeAuthorizeRedirect, ({ url }: MutableRedirectUri) => {
    for (const [name, value] of Object.entries(forgery.answer)) {
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
  });
  server.service.on(Events.BeforeUserinfo, (reply: { body: Claims }) =>
    Object.assign(reply.body, forgery.userInfo),
  );
  server.service.on(Events.BeforeResponse, (reply: MutableResponse, request: TokenRequest) => {
    redeemedCodes.push(request.body.code);
    if (secret === undefined || readSecret(request) === secret) return;
    reply.statusCode = 401;
    reply.body = { error: "invalid_client" };
  });
  return {
    issuer: server.issuer.url ?? "",
    forgery,
    redeemedCodes,
    signToken: (claims: Claims) =>
      server.issuer.buildToken({
        scopesOrTransform: (_, payload) => void Object.assign(payload, claims),
      }),
    close: () => server.stop(),
  };
}

interface TokenRequest {
  readonly headers: { readonly authorization?: string };
  readonly body: { readonly code?: string; readonly client_secret?: string };
}

/** The client's secret, by HTTP authentication or in the body. */
function readSecret({ headers, body }: TokenRequest): string | undefined {
  const [, encoded] = headers.authorization?.split("Basic ") ?? [];
  if (encoded === undefined) return body.client_secret;
  const [, secret = ""] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return decodeURIComponent(secret.replaceAll("+", " "));
}
