import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { onTestFinished } from "vitest";

/** A provider that only publishes its metadata and keys, which a test can falsify, and counts the requests for them. */
export async function openBareProvider() {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" }];
  const metadata: Record<string, unknown> = { response_types_supported: ["code"] };
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const isKeys = request.url === "/keys";
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(isKeys ? { keys } : metadata));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  Object.assign(metadata, {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
  });
  const signToken = (claims: JWTPayload, { kid = "one", key = privateKey } = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid })
      .setIssuer(issuer)
      .setIssuedAt()
      .sign(key);
  return { issuer, metadata, signToken, countRequests: () => requests };
}
