import type { FastifyInstance } from "fastify";
import type { DriverMap } from "#modules/active-drivers/index.ts";
import type { Context } from "#platform/context.ts";
import type { SiblingProcesses } from "#platform/live/sticky-sessions.ts";

/** What a server may have beyond the product's own; `npm start` gives it nothing. */
export interface ServerPlugin {
  /** The settings it runs on, given those it was started with. Throws one line for the operator. */
  readonly environment: (given: Environment) => Environment;
  /** Done when the database is there, before anybody can call. */
  readonly prepare: (ctx: Context) => Promise<void>;
  readonly mount: (http: FastifyInstance, ctx: Context, drivers: DriverMap) => void;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface StartOptions {
  readonly plugin?: ServerPlugin;
  /** Where several processes listen at one port of this machine. */
  readonly siblings?: SiblingProcesses;
}
