import { type RawBuilder, sql } from "kysely";

/** Whose data are to go. */
export interface ErasedAccount {
  readonly uid: string;
  readonly email: string;
  /** The hash of a password that nobody knows. */
  readonly passwordHash: string;
  /** What is written where something must be. */
  readonly at: Date;
}

export type ExportRow = Record<string, unknown>;

/** What becomes of the rows of one table when somebody asks for their data, or leaves. Each column stands in one of the three lists. */
export interface TableDefinition {
  /** Columns without anything that a person wrote or is: ids, instants, numbers, words of our own. */
  readonly impersonal: string;
  /** What people wrote, or what says who and where they are. */
  readonly personal?: string;
  /** Theirs as well, and of no use to anybody to read: hashes, keys. */
  readonly secret?: string;
  /** Takes everything out that is personal or secret to this person; where it is missing, `keeps` says why. */
  readonly erase?: (account: ErasedAccount) => readonly RawBuilder<unknown>[];
  readonly retentionReason?: string;
  /** What this person is told of it, and the title above that. */
  readonly exportAs?: { readonly title: string; readonly rows: (uid: string) => RawBuilder<ExportRow> };
}

/** No more of one table is told; the newest are. */
export const EXPORT_ROWS_MAX = 10_000;

/** Tells these columns of the rows whose `column` is this person. */
export const selectOwnRows = (table: string, column: string, columns: string) => (uid: string) => sql<ExportRow>`
  select ${sql.join(columns.split(" ").map((name) => sql.ref(name)))} from ${sql.table(table)}
  where ${sql.ref(column)} = ${uid} order by 1 desc limit ${EXPORT_ROWS_MAX}`;

/** Removes the rows whose `column` is this person. */
export const deleteOwnRows =
  (table: string, column: string) =>
  ({ uid }: Pick<ErasedAccount, "uid">) => [sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${uid}`];

/** What may stand in an address beside a letter or a digit; an apostrophe only behind one: elsewhere it is a quotation mark. */
const NO_ADDRESS_BEFORE = "(?<![[:alnum:]_.+-]|[[:alnum:]_]')";
const NO_ADDRESS_AFTER = "(?![[:alnum:]_]|[.-]+[[:alnum:]])";

/** Whether this address stands in some text of a JSON value: in any case, and not as a part of another address. */
export function containsEmail(json: RawBuilder<unknown>, email: string): RawBuilder<boolean> {
  const pattern = `${NO_ADDRESS_BEFORE}${email.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}${NO_ADDRESS_AFTER}`;
  return sql<boolean>`exists (select from jsonb_path_query(${json}, 'strict $.** ? (@.type() == "string")') as found (words)
    where words #>> '{}' ~* ${pattern})`;
}
