import { type RawBuilder, sql } from "kysely";

/** Account to erase. */
export interface ErasedAccount {
  readonly uid: string;
  readonly email: string;
  /** Timestamp for columns that cannot be null. */
  readonly at: Date;
}

export type ExportRow = Record<string, unknown>;

/**
 * What an export contains of a table, and what deletion does with it. Each column is in exactly one of the three
 * lists.
 */
export interface TableDefinition {
  /** Columns without personal content: ids, timestamps, numbers, fixed terms. */
  readonly impersonal: string;
  /** Columns that users wrote, or that say who and where they are. */
  readonly personal?: string;
  /** Personal, but of no use to a reader: hashes and keys. */
  readonly secret?: string;
  /** Removes all personal and secret values of the user; if absent, `retentionReason` says why. */
  readonly erase?: (account: ErasedAccount) => readonly RawBuilder<unknown>[];
  readonly retentionReason?: string;
  /** Section of the export: title and rows. */
  readonly exportAs?: {
    readonly title: string;
    readonly rows: (uid: string) => RawBuilder<ExportRow>;
  };
}

/** Shown to others instead of the name of a deleted user. */
export const FORMER_MEMBER = "Former member";

/** Maximum rows per table in an export; the newest are included. */
export const EXPORT_ROWS_MAX = 10_000;

/** Selects these columns of the rows whose `column` is the user. */
export const selectOwnRows =
  (table: string, column: string, columns: string) => (uid: string) => sql<ExportRow>`
  select ${sql.join(columns.split(" ").map((name) => sql.ref(name)))}
  from ${sql.table(table)}
  where ${sql.ref(column)} = ${uid} order by 1 desc limit ${EXPORT_ROWS_MAX}`;

/** Deletes the rows whose `column` is the user. */
export const deleteOwnRows =
  (table: string, column: string) =>
  ({ uid }: Pick<ErasedAccount, "uid">) => [
    sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${uid}`,
  ];

/**
 * Characters that can be part of an address next to a letter or digit. An apostrophe only counts after one;
 * elsewhere it is a quotation mark.
 */
const NO_ADDRESS_BEFORE = "(?<![[:alnum:]_.+-]|[[:alnum:]_]')";
const NO_ADDRESS_AFTER = "(?![[:alnum:]_]|[.-]+[[:alnum:]])";

/**
 * Returns true if some string in a JSON value contains this address, in any case, and not as part of another
 * address.
 */
export function containsEmail(json: RawBuilder<unknown>, email: string): RawBuilder<boolean> {
  const pattern = `${NO_ADDRESS_BEFORE}${email.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}${NO_ADDRESS_AFTER}`;
  return sql<boolean>`exists (select from jsonb_path_query(${json}, 'strict $.** ? (@.type() == "string")') as found (words)
    where words #>> '{}' ~* ${pattern})`;
}
