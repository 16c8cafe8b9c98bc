import type { ClientConfig } from "pg";

/** The DATABASE_URL that an operator would write for `connection`. */
export function buildDatabaseUrl({ user, password, host, port, database }: ClientConfig): string {
  const secret = typeof password === "string" ? `:${encodeURIComponent(password)}` : "";
  return `postgres://${user ?? ""}${secret}@${encodeURIComponent(host ?? "")}:${port ?? 5432}/${database ?? ""}`;
}
