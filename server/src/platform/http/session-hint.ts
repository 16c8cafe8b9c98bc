import type { FastifyRequest } from "fastify";

/** Set with the refresh cookie and readable by scripts (modules/accounts/sessions/refresh-cookie.ts). */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?commonlane_session=open(?:;|$)/;

/** Whether the browser says that it has a session. Only a hint: anybody can send this cookie. */
export const saysSignedIn = ({ headers }: Pick<FastifyRequest, "headers">): boolean =>
  SESSION_COOKIE.test(headers.cookie ?? "");
