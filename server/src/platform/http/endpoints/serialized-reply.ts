import type { HandlerResult, Endpoint } from "@commonlane/contract/endpoint";

/** An answer of this endpoint, held against its contract and written out once, to be given to many. */
export class SerializedReply<E extends Endpoint> {
  readonly text: string;

  /** Throws where the answer is not what the contract says. */
  constructor(endpoint: E, reply: HandlerResult<E>) {
    this.text = JSON.stringify(endpoint.reply.parse(reply));
  }
}

/** The same, put together of parts that were held against the contract one by one, each of them once for many answers. */
export class PrebuiltReply {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
