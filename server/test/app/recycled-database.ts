import { setTimeout } from "node:timers/promises";
import { Client, type Pool } from "pg";
import { onTestFinished } from "vitest";
import { type Connection, createPool, type Db, openDb } from "#platform/db/database.ts";

/** A database that one test after the other uses: its connections know its tables already. */
class RecycledDatabase {
  readonly connection: Connection;
  readonly #pool: Pool;
  /** Server processes of the pool's connections. */
  readonly #processIds = new Set<number>();
  /** Empties the database. */
  readonly #cleaner: Client;
  #isCleanerLost = false;

  private constructor(connection: Connection) {
    this.connection = connection;
    this.#pool = createPool(connection);
    this.#pool.on("connect", (client) => void this.#processIds.add(processIdOf(client)));
    this.#pool.on("remove", (client) => void this.#processIds.delete(processIdOf(client)));
    this.#cleaner = new Client(connection);
    this.#cleaner.on("error", () => {});
    this.#cleaner.on("end", () => void (this.#isCleanerLost = true));
  }

  static async open(connection: Connection): Promise<RecycledDatabase> {
    const database = new RecycledDatabase(connection);
    await database.#cleaner.connect();
    return database;
  }

  /** Access until `destroy`. Work that a test has left behind fails then, instead of reaching the next one. */
  lend(): Db {
    const pool = this.#pool;
    let hasEnded = false;
    return openDb(pool, {
      options: pool.options,
      connect: async () => {
        if (hasEnded) throw new Error("The test of this database has ended.");
        return pool.connect();
      },
      end: async () => {
        hasEnded = true;
        while (pool.idleCount < pool.totalCount || pool.waitingCount > 0) await setTimeout(1);
      },
    });
  }

  /** Restores the contents of the template. Returns false if the schema or the settings were changed. */
  async clear(): Promise<boolean> {
    if (this.#isCleanerLost) return false;
    const { rows } = await this.#cleaner.query<{ used: string[] | null }>(
      "select recycling.clear($1) as used",
      [[...this.#processIds]],
    );
    const used = rows[0]?.used;
    if (!used) return false;
    // Deleted rows would slow down the next tests, and their space would change the order of rows.
    if (used.length > 0) await this.#cleaner.query(`vacuum (index_cleanup on) ${used.join(", ")}`);
    return true;
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#cleaner.end()]);
  }
}

const processIdOf = (client: object): number =>
  "processID" in client ? Number(client.processID) : 0;

/** Databases of this worker that no test uses at the moment. */
const free: RecycledDatabase[] = [];

interface Lifecycle {
  readonly create: () => Promise<Connection>;
  readonly drop: (connection: Connection) => Promise<void>;
}

/**
 * A database that contains what its template does (`makeRecyclable`), a new one if none is free. When the test ends, it is
 * emptied for the next one; if its schema or settings were changed, it is dropped.
 */
export async function takeDatabase({
  create,
  drop,
}: Lifecycle): Promise<{ connection: Connection; db: Db }> {
  const database = free.pop() ?? (await RecycledDatabase.open(await create()));
  const db = database.lend();
  onTestFinished(async () => {
    await db.destroy();
    if (await database.clear()) free.push(database);
    else await database.close().then(() => drop(database.connection));
  });
  return { connection: database.connection, db };
}

/** Prepares a template database, after its last migration. */
export const makeRecyclable = `
  create schema recycling;
  create table recycling.schema_change (tag text not null);

  create function recycling.keep_rows() returns void language plpgsql as $$
    declare
      name text;
      has_rows boolean;
    begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('select exists (select from public.%I)', name) into has_rows;
        if has_rows then
          execute format('create table recycling.%I as table public.%1$I', name);
        end if;
      end loop;
    end
  $$;

  -- Returns the tables that had rows, or null if it did nothing because the database was changed.
  create function recycling.clear(our_processes int[]) returns text[] language plpgsql as $$
    declare
      name text;
      used text[];
    begin
      perform pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'
          and pid <> pg_backend_pid() and pid <> all (our_processes);
      if exists (select from recycling.schema_change)
        or exists (select from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
                   where datname = current_database()) then
        return null;
      end if;
      -- Without triggers and foreign keys, in any order.
      set local session_replication_role = replica;
      select coalesce(array_agg(oid::regclass::text), '{}') into used from pg_class
        where relnamespace in ('public'::regnamespace, 'test'::regnamespace) and relkind = 'r' and pg_relation_size(oid) > 0;
      foreach name in array used loop
        execute 'delete from ' || name;
      end loop;
      for name in select tablename from pg_tables where schemaname = 'recycling' and tablename <> 'schema_change' loop
        execute format('insert into public.%I overriding system value table recycling.%1$I', name);
      end loop;
      perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
        where last_value is not null;
      return used;
    end
  $$;

  create function recycling.note_schema_change() returns event_trigger language plpgsql as $$
    begin
      insert into recycling.schema_change values (tg_tag);
    end
  $$;

  select recycling.keep_rows();
  create event trigger note_schema_change on ddl_command_end execute function recycling.note_schema_change();
`;
