// The package's own types are not found through its "exports", and it is missing where it has no binary.
declare module "@valhallajs/valhallajs" {
  export class Actor {
    constructor(config: string);
    route(query: string): Promise<string>;
    matrix(query: string): Promise<string>;
    locate(query: string): Promise<string>;
  }
}
