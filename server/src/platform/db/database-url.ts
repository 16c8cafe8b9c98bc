import type { ClientConfig } from "pg";

/** The address an operator would write into DATABASE_URL for `connection`. */
export function buildDatabaseUrl({ user, password, host, port, database }: ClientConfig): string {
  const secret = typeof password === "string" ? `:${encodeURIComponent(password)}` : "";
  return `postgres://${user ?? ""}${secret}@${encodeURIComponent(host ?? "")}:${port ?? 5432}/${database ?? ""}`;
}
