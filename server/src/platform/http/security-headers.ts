import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet, { type HelmetOptions } from "helmet";
import type { Settings } from "../settings.ts";
import { listBasemapOrigins } from "./web-app/custom-basemap.ts";

type Headers = Readonly<Record<string, string>>;
const NOTHING = ["'none'"];
const SELF = ["'self'"];

/** What every reply carries. They are the same for all, so they are made once, by helmet, and not for each request. */
export function securityHeaders(settings: Pick<Settings, "PUBLIC_URL" | "BASEMAP" | "BASEMAP_ORIGINS">): {
  readonly page: Headers;
  readonly data: Headers;
} {
  // Where people come by http, being told to come by https would lock them out.
  const https = settings.PUBLIC_URL?.startsWith("https:") ?? false;
  const mapOrigins = listBasemapOrigins(settings);
  const commonOptions = {
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
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
        objectSrc: NOTHING,
        baseUri: NOTHING,
        frameAncestors: NOTHING,
        formAction: SELF,
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
  });
  // What only a page can do needs no forbidding here; each header costs every call of the API (OWASP, REST Security).
  const data = renderHeaders({
    ...commonOptions,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: NOTHING, baseUri: NOTHING, frameAncestors: NOTHING },
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
    page: { ...page, "permissions-policy": "geolocation=(self), camera=(), microphone=(), payment=(), usb=()" },
    data: { ...data, "cache-control": "no-store" },
  };
}

function renderHeaders(options: HelmetOptions): Headers {
  const reply = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(reply.req, reply, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}
