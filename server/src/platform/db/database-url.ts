import type { ClientConfig } from "pg";

/** The DATABASE_URL that an operator would write for `connection`. */
export function buildDatabaseUrl({ user, password, host, port, database }: ClientConfig): string {
  const secret = typeof password === "string" ? `:${encodeURIComponent(password)}` : "";
  return `postgres://${user ?? ""}${secret}@${encodeURIComponent(host ?? "")}:${port ?? 5432}/${database ?? ""}`;
}

/** Whether the text is an address as libpq accepts it, with one host or several separated by commas. */
export const isDatabaseUrl = (text: string): boolean => {
  const urls = splitHosts(text);
  return urls.length > 0 && urls.every((url) => URL.canParse(url));
};

/** One address for each host; none if it is no address of PostgreSQL. */
export function splitHosts(url: string): string[] {
  const [, start = "", hosts, end = ""] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts?.split(",").map((host) => `${start}${host}${end}`) ?? [];
}
