/** Methods of Valhalla's engine that are used. */
export type RoadAction = "route" | "matrix" | "locate";

/** From the server to the process with the engines. */
export type RoadRequest =
  | {
      readonly kind: "query";
      readonly id: number;
      /** A built region; its engine is opened with these settings when it is first queried. */
      readonly region: string;
      readonly config: string;
      readonly action: RoadAction;
      readonly query: string;
    }
  | { readonly kind: "ping"; readonly id: number }
  /** The region was removed or replaced. */
  | { readonly kind: "forget"; readonly region: string };

/** From the process with the engines to the server. */
export type RoadReply =
  | { readonly id: number; readonly reply: string }
  /** The engine rejected the query, for example because there is no road. */
  | { readonly id: number; readonly rejected: string }
  /** The engine cannot be loaded on this machine. */
  | { readonly unusable: string };
