import type { ColumnType } from "kysely";

/** Read as a value, written as text. */
export type Json<T> = ColumnType<T, string, string>;
export type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>;
