// Its own types are only there where it is installed: package.json beside this file.
declare module "@valhallajs/valhallajs" {
  export function getConfig(settings: {
    tileDir: string;
    tileExtract: string;
  }): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>>;
  export class Actor {
    constructor(config: string);
    route(request: unknown): Promise<unknown>;
    matrix(request: unknown): Promise<unknown>;
  }
}
