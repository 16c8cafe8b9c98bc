import type { HandlerResult, Endpoint } from "@commonlane/contract/endpoint";

/** A reply that is checked against the contract and serialized once, to be sent to many callers. */
export class SerializedReply<E extends Endpoint> {
  readonly text: string;

  /** Throws if the reply does not match the contract. */
  constructor(endpoint: E, reply: HandlerResult<E>) {
    this.text = JSON.stringify(endpoint.reply.parse(reply));
  }
}

/**
 * A serialized reply assembled from parts that were each checked against the contract and are shared by many replies.
 */
export class PrebuiltReply {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
