// The package's own types exist only if it is installed (package.json in this folder).
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
