import type { FastifyInstance } from "fastify";
import type { DriverMap } from "#modules/active-drivers/index.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import type { Connection } from "#platform/db/database.ts";
import type { SiblingProcesses } from "#platform/live/sticky-sessions.ts";
import type { Settings } from "#platform/settings.ts";
import type { RunStep } from "#platform/start-progress.ts";

/** Additions to a server, such as the demo; `npm start` uses none. */
export interface ServerPlugin {
  /** Returns the effective settings from those given. Throws a one-line message for the operator. */
  readonly environment: (settings: Environment) => Environment;
  /** Begins with what needs no database; `prepare` comes later. */
  readonly begin: (settings: Settings) => void;
  /** Runs before the tables are updated, while nothing else uses the database. */
  readonly repair: (settings: Settings, connection: Connection) => Promise<void>;
  /** Runs once the database is ready, before the server listens; its database has no time limits. */
  readonly prepare: (ctx: Context, parts: StartParts) => Promise<void>;
  readonly mount: (http: FastifyInstance, ctx: OutsideContext, drivers: DriverMap) => void;
}

interface StartParts {
  readonly connection: Connection;
  /** The world's places may still be loading. */
  readonly placesLoaded: Promise<unknown>;
  readonly step: RunStep;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface StartOptions {
  readonly plugin?: ServerPlugin;
  /** Set if several processes listen on one port of this machine. */
  readonly siblings?: SiblingProcesses;
}
