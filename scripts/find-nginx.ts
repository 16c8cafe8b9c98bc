import { existsSync } from "node:fs";
import { install, mayInstall } from "./apt.ts";

/** Where the tests look for it unless NGINX says otherwise (server/test/services/nginx.ts). */
const PLACE = "/usr/sbin/nginx";

/** Root on Debian gets Debian's nginx if there is none; for other users this throws one line that says what to install. */
export function findNginx(): void {
  if (process.env["NGINX"] !== undefined || existsSync(PLACE)) return;
  if (mayInstall()) install("nginx-light");
  if (!existsSync(PLACE))
    throw new Error("The tests need nginx. Install it (on Debian: apt-get install nginx-light), or set NGINX to it.");
}
