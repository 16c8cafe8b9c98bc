import { Client, type ClientConfig } from "pg";
import { z } from "zod";
import { type Connection, connect, type Db } from "#platform/db/database.ts";

const SPOKEN = {
  begin: "savepoint inner_one",
  commit: "release inner_one",
  rollback: "rollback to inner_one",
} as const;

/**
 * One connection on which everything that is done is undone: `undo` runs its work in one transaction that never commits,
 * and the transactions of the work in savepoints of that one. A statement of its own that fails undoes itself, as it would.
 */
export function undoing(connection: Connection): { db: Db; undo: <T>(work: () => Promise<T>) => Promise<T> } {
  let open: { readonly say: (text: string) => Promise<unknown> } | undefined;
  class UndoneClient extends Client {
    #inner = false;

    constructor(config?: ClientConfig) {
      super(config);
      const query: unknown = Reflect.get(this, "query");
      if (typeof query !== "function") throw new Error("A client of a database has no query.");
      const send = async (...said: unknown[]): Promise<unknown> => Reflect.apply(query, this, said);
      open = { say: (text) => send(text) };
      Reflect.set(this, "query", (...said: [unknown, ...unknown[]]) => this.#speak(send, said));
    }

    async #speak(send: (...said: unknown[]) => Promise<unknown>, said: [unknown, ...unknown[]]): Promise<unknown> {
      const word = wordOf(said[0]);
      if (word !== undefined) {
        this.#inner = word === "begin";
        return send(SPOKEN[word]);
      }
      if (this.#inner) return send(...said);
      await send("savepoint alone");
      try {
        return await send(...said);
      } catch (error) {
        await send("rollback to alone");
        throw error;
      }
    }
  }
  const config = { ...connection, Client: UndoneClient };
  const db = connect(config, { max: 1 });
  return {
    db,
    undo: async (work) => {
      if (!open)
        await db
          .selectNoFrom((row) => row.val(1).as("one"))
          .execute()
          .catch(() => undefined);
      await open?.say("begin");
      try {
        return await work();
      } finally {
        await open?.say("rollback");
      }
    },
  };
}

function wordOf(said: unknown): keyof typeof SPOKEN | undefined {
  const text = typeof said === "string" ? said : z.object({ text: z.string() }).safeParse(said).data?.text;
  return text === "begin" || text === "commit" || text === "rollback" ? text : undefined;
}
