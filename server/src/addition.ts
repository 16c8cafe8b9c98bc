import type { FastifyInstance } from "fastify";
import type { Maps } from "#modules/active-drivers/index.ts";
import type { Context } from "#platform/context.ts";
import type { Neighbours } from "#platform/live/shared-lines.ts";

/** What a server may have beyond the product's own; `npm start` gives it nothing. */
export interface Addition {
  /** The settings it runs on, given those it was started with. Throws one line for the operator. */
  readonly environment: (started: Environment) => Environment;
  /** Done when the database is there, before anybody can call. */
  readonly prepare: (ctx: Context) => Promise<void>;
  readonly mount: (http: FastifyInstance, ctx: Context, drivers: Maps) => void;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface More {
  readonly addition?: Addition;
  /** Where several processes listen at one port of this machine. */
  readonly neighbours?: Neighbours;
}
