import { existsSync } from "node:fs";
import { install, mayInstall } from "./apt.ts";

/** Where the tests look for it unless NGINX is set (server/test/services/nginx.ts). */
const PLACE = "/usr/sbin/nginx";

/**
 * Installs Debian's nginx if it is missing and the user is root. @throws Error with one line that says what to
 * install, for other users.
 */
export function findNginx(): void {
  if (process.env["NGINX"] !== undefined || existsSync(PLACE)) return;
  if (mayInstall()) install("nginx-light");
  if (!existsSync(PLACE))
    throw new Error("The tests need nginx. Install it (on Debian: apt-get install nginx-light), or set NGINX to it.");
}
