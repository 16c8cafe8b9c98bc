import { checkServerIdentity, type PeerCertificate } from "node:tls";
import type { ClientConfig } from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import { splitHosts } from "./database-url.ts";
import { PrimaryFinder, PrimarySocket } from "./primary-finder.ts";

/** Connection settings for a DATABASE_URL. With several hosts, connections are opened to whichever is the primary. */
export function readDatabaseUrl(url: string): ClientConfig {
  const urls = splitHosts(url);
  if (urls.length < 2) return { connectionString: url };
  const servers = urls.map((one) => parseIntoClientConfig(one));
  const finder = new PrimaryFinder(servers);
  return {
    ...servers[0],
    ...acceptCertificatesOf(servers),
    stream: () => new PrimarySocket(finder),
  };
}

/** The driver checks certificates against the name of the first host, so this checks them against each name. */
function acceptCertificatesOf(servers: readonly ClientConfig[]): Pick<ClientConfig, "ssl"> {
  const ssl = servers[0]?.ssl;
  if (ssl === undefined || ssl === false) return {};
  const options = ssl === true ? {} : ssl;
  const check = (_: string, certificate: PeerCertificate) => {
    const errors = servers.map(({ host = "" }) => checkServerIdentity(host, certificate));
    return errors.includes(undefined) ? undefined : errors[0];
  };
  return {
    ssl: {
      checkServerIdentity: check,
      ...options,
    },
  };
}
