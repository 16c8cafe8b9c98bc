import { Client, type ClientConfig } from "pg";
import { z } from "zod";
import { type Connection, connect, type Db } from "#platform/db/database.ts";

const SAVEPOINT_STATEMENTS = {
  begin: "savepoint inner_one",
  commit: "release inner_one",
  rollback: "rollback to inner_one",
} as const;

/**
 * A connection on which everything is rolled back: `undo` runs its work in a transaction that never commits, and the
 * work's transactions as savepoints of it. A failing single statement rolls back itself, as usual.
 */
export function openRollbackDatabase(connection: Connection): {
  db: Db;
  undo: <T>(work: () => Promise<T>) => Promise<T>;
} {
  let open: { readonly runStatement: (text: string) => Promise<unknown> } | undefined;
  class RollbackClient extends Client {
    #inner = false;

    constructor(config?: ClientConfig) {
      super(config);
      const query: unknown = Reflect.get(this, "query");
      if (typeof query !== "function") throw new Error("The client has no query method.");
      const send = async (...args: unknown[]): Promise<unknown> => Reflect.apply(query, this, args);
      open = { runStatement: (text) => send(text) };
      Reflect.set(this, "query", (...args: [unknown, ...unknown[]]) => this.#speak(send, args));
    }

    async #speak(
      send: (...args: unknown[]) => Promise<unknown>,
      args: [unknown, ...unknown[]],
    ): Promise<unknown> {
      const command = transactionCommand(args[0]);
      if (command !== undefined) {
        this.#inner = command === "begin";
        return send(SAVEPOINT_STATEMENTS[command]);
      }
      if (this.#inner) return send(...args);
      await send("savepoint alone");
      try {
        return await send(...args);
      } catch (error) {
        await send("rollback to alone");
        throw error;
      }
    }
  }
  const config = { ...connection, Client: RollbackClient };
  const db = connect(config, { max: 1 });
  return {
    db,
    undo: async (work) => {
      if (!open)
        await db
          .selectNoFrom((row) => row.val(1).as("one"))
          .execute()
          .catch(() => undefined);
      await open?.runStatement("begin");
      try {
        return await work();
      } finally {
        await open?.runStatement("rollback");
      }
    },
  };
}

function transactionCommand(args: unknown): keyof typeof SAVEPOINT_STATEMENTS | undefined {
  const text =
    typeof args === "string" ? args : z.object({ text: z.string() }).safeParse(args).data?.text;
  return text === "begin" || text === "commit" || text === "rollback" ? text : undefined;
}
