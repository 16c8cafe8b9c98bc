import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet, { type HelmetOptions } from "helmet";
import type { Settings } from "../settings.ts";
import { listBasemapOrigins } from "./web-app/map-files.ts";

type Headers = Readonly<Record<string, string>>;
const NONE = ["'none'"];
const SELF = ["'self'"];

/** Security headers of every reply. They are always the same, so helmet creates them once and not per request. */
export function securityHeaders(
  settings: Pick<Settings, "PUBLIC_URL" | "BASEMAP" | "BASEMAP_ORIGINS">,
): {
  readonly page: Headers;
  readonly data: Headers;
} {
  // HSTS would lock out users of a server that is reached by http.
  const https = settings.PUBLIC_URL?.startsWith("https:") ?? false;
  const mapOrigins = listBasemapOrigins(settings);
  const commonOptions = {
    strictTransportSecurity: https
      ? {
          maxAge: 31_536_000,
          includeSubDomains: false,
        }
      : false,
    xFrameOptions: { action: "deny" },
  } satisfies HelmetOptions;
  const page = renderHeaders({
    ...commonOptions,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    originAgentCluster: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: SELF,
        scriptSrc: SELF,
        styleSrc: SELF,
        fontSrc: SELF,
        imgSrc: ["'self'", "data:", "blob:", ...mapOrigins],
        workerSrc: SELF,
        connectSrc: ["'self'", ...mapOrigins],
        objectSrc: NONE,
        baseUri: NONE,
        frameAncestors: NONE,
        formAction: SELF,
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
  });
  // API replies leave out headers that only affect pages; each header costs on every request (OWASP, REST Security).
  const data = renderHeaders({
    ...commonOptions,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: NONE,
        baseUri: NONE,
        frameAncestors: NONE,
      },
    },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    referrerPolicy: false,
  });
  return {
    page: {
      ...page,
      "permissions-policy": "geolocation=(self), camera=(), microphone=(), payment=(), usb=()",
    },
    data: { ...data, "cache-control": "no-store" },
  };
}

function renderHeaders(options: HelmetOptions): Headers {
  const reply = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(reply.req, reply, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
