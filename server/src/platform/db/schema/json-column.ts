import type { ColumnType } from "kysely";

/** Read as a value, written as text. */
export type JsonColumn<T> = ColumnType<T, string, string>;
export type NullableJsonColumn<T> = ColumnType<T | null, string | null, string | null>;
/** Not null, with a default. */
export type GeneratedJsonColumn<T> = ColumnType<T, string | undefined, string>;
