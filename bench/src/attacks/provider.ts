import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

export const CLIENT = {
  id: "commonlane",
  secret: "a secret of the client, 32 characters or more",
} as const;

export interface Provider {
  readonly issuer: string;
  /** What a browser brings back from the provider's pages, where the thief has signed in. */
  readonly answerTo: (authorizationUrl: string) => string;
  readonly close: () => void;
}

/** An institution's OpenID provider with one person, the thief. */
export async function openProvider(email: string): Promise<Provider> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const nonces = new Map<string, string>();
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const issuer = `http://127.0.0.1:${port}`;

  const createIdToken = (code: string) => {
    const iat = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: CLIENT.id,
      sub: "thief",
      nonce: nonces.get(code),
      iat,
      exp: iat + 600,
    };
    const person = { email, email_verified: true, given_name: "Theo" };
    const unsigned = [
      { alg: "RS256", kid: "1", typ: "JWT" },
      { ...claims, ...person },
    ]
      .map(encode)
      .join(".");
    return `${unsigned}.${sign("sha256", Buffer.from(unsigned), privateKey).toString("base64url")}`;
  };
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
    scopes_supported: ["openid", "email", "profile"],
  };
  const reply = async (path: string, body: string): Promise<object> => {
    if (path === "/keys")
      return {
        keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }],
      };
    if (path !== "/token") return metadata;
    const idToken = createIdToken(new URLSearchParams(body).get("code") ?? "");
    return { access_token: randomUUID(), token_type: "Bearer", expires_in: 600, id_token: idToken };
  };
  server.on("request", (request, response) => {
    void text(request)
      .then((body) => reply(request.url ?? "/", body))
      .then((json) =>
        response.setHeader("content-type", "application/json").end(JSON.stringify(json)),
      );
  });

  return {
    issuer,
    answerTo: (authorizationUrl) => {
      const { searchParams } = new URL(authorizationUrl);
      const code = randomUUID();
      nonces.set(code, searchParams.get("nonce") ?? "");
      return new URLSearchParams({ code, state: searchParams.get("state") ?? "" }).toString();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const encode = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url");
