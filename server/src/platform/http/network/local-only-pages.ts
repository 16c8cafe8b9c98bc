import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../../settings.ts";
import { isLocalRequest, servesLocalhostOnly } from "./is-local-request.ts";
import { Problem } from "../problem.ts";

const COOKIE_NAME = "commonlane_local";
const KEY_BYTES = 18;
const KEY_NEEDED_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Key required</title>
<h1>This page requires a key</h1><p>Open it with the link that the server printed when it started.</p></html>`;

/** Returns the settings with a random key for local-only pages, unless the operator chose one. */
export function withLocalPagesKey(
  settings: Settings,
): Settings & { readonly LOCAL_PAGES_KEY: string } {
  return {
    ...settings,
    LOCAL_PAGES_KEY: settings.LOCAL_PAGES_KEY ?? randomBytes(KEY_BYTES).toString("base64url"),
  };
}

/** The link to a local-only page at `address`, whose path it replaces. */
export function localPageUrl(address: string, path: string, key: string): string {
  const url = new URL(path, address);
  url.searchParams.set("key", key);
  return url.href;
}

/**
 * An `onRequest` hook for pages that only users at this machine may open: they show codes, or sign in without a
 * password. Undefined if there are no such users: behind a proxy, at a public address, or without a key. The key comes
 * once in the link and then in a cookie for `path`, so that it does not stay in the address bar.
 */
export function localPagesGuard(settings: Settings, path: string) {
  const { LOCAL_PAGES_KEY: key } = settings;
  if (key === undefined || !servesLocalhostOnly(settings)) return undefined;
  const isKey = (candidate: unknown): boolean =>
    typeof candidate === "string" && timingSafeEqual(digest(candidate), digest(key));
  const setCookie = stringifySetCookie({
    name: COOKIE_NAME,
    value: key,
    path,
    httpOnly: true,
    sameSite: "strict",
  });
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    if (!isLocalRequest(request)) throw new Problem("not_found");
    if (isKey(parseCookie(request.headers.cookie ?? "")[COOKIE_NAME])) return undefined;
    const url = new URL(request.url, "http://localhost");
    const isPage = request.method === "GET" && !/\.\w+$/.test(url.pathname);
    void reply.headers({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    if (isKey(url.searchParams.get("key"))) {
      if (!isPage) return undefined;
      url.searchParams.delete("key");
      return reply.header("set-cookie", setCookie).redirect(url.pathname + url.search, 303);
    }
    if (!isPage) throw new Problem("not_found");
    return reply.code(404).type("text/html; charset=utf-8").send(KEY_NEEDED_PAGE);
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest();
