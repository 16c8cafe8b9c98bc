import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Provider, type KoaContextWithOIDC } from "oidc-provider";
import { listenLocally } from "./listen-locally.ts";

/** A person as the institution knows them. */
export interface ProviderPerson {
  readonly given_name?: string;
  readonly family_name?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly preferred_username?: string;
  readonly upn?: string;
  readonly eduperson_scoped_affiliation?: readonly string[];
}

interface ProviderOptions {
  readonly people: Readonly<Record<string, ProviderPerson>>;
  /** Address of our server, where the provider sends people and sign-outs. */
  readonly site: string;
  /** Id under which our server knows the provider. */
  readonly id?: string;
  /** The secret of our server there. */
  readonly secret?: string;
  /** How our server may show it; all ways by default. */
  readonly authMethods?: readonly ("client_secret_basic" | "client_secret_post")[];
}

export const CLIENT = {
  id: "commonlane",
  secret: "a secret of the client, 32 characters or more",
} as const;

/**
 * An institution's real OpenID provider on this machine. Its sign-in page asks for a user name only; people have agreed
 * to everything that clients want to know.
 */
export async function openOidcProvider({
  people,
  site,
  id = "uni",
  secret = CLIENT.secret,
  authMethods = ["client_secret_basic", "client_secret_post"],
}: ProviderOptions) {
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listenLocally(server)}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: secret,
        ...(authMethods.length === 1 && { token_endpoint_auth_method: authMethods[0] }),
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: [`${site}/sign-in/${id}/callback`],
        post_logout_redirect_uris: [`${site}/login`],
        backchannel_logout_uri: `${site}/api/identity/providers/${id}/back-channel-sign-out`,
        backchannel_logout_session_required: true,
      },
    ],
    clientAuthMethods: [...authMethods],
    cookies: { keys: ["of the provider in tests"] },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: [
        "given_name",
        "family_name",
        "preferred_username",
        "upn",
        "eduperson_scoped_affiliation",
      ],
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        // The usual page asks whether to sign out; this one does not ask.
        logoutSource: (ctx, form) => {
          const submit = form.replace(
            "</form>",
            '<input type="hidden" name="logout" value="yes"/></form>',
          );
          ctx.body = page(
            "Signing out",
            `${submit}<button form="op.logoutForm">Sign out of the university</button>`,
          );
        },
      },
    },
    findAccount: (_, accountId) =>
      people[accountId] && { accountId, claims: () => ({ sub: accountId, ...people[accountId] }) },
    loadExistingGrant,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  });
  const oidc = provider.callback();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith("/interaction/")) return oidc(request, response);
    if (request.method !== "POST")
      return void response.setHeader("content-type", "text/html").end(SIGN_IN_PAGE);
    const accountId = new URLSearchParams(await readBody(request)).get("user") ?? "";
    return provider.interactionFinished(
      request,
      response,
      accountId === "" ? { error: "access_denied" } : { login: { accountId } },
      { mergeWithLastSubmission: false },
    );
  };
  server.on("request", (request, response) => {
    answer(request, response).catch(
      (error: unknown) => void response.writeHead(500).end(String(error)),
    );
  });
  return {
    issuer,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Everyone has agreed to pass on their name and address. */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const { client, session } = oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new oidc.provider.Grant({
    clientId: client.clientId,
    accountId: session.accountId,
  });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}

const page = (
  title: string,
  content: string,
) => `<!doctype html><html lang="en"><title>${title}</title>
<meta name="viewport" content="width=device-width"><h1>${title}</h1>${content}`;
const SIGN_IN_PAGE = page(
  "University sign-in",
  `<form method="post"><label>User name <input name="user" autofocus></label> <button>Sign in</button></form>`,
);

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
