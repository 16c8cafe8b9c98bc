import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Makes texts that only a server with the key can read or make. The same content gives the same text, so that replies
 * stay the same: the nonce is derived from the content.
 */
export class Sealer {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** The content as base64url, 38 characters longer. It opens only in the same context. */
  seal(content: Buffer, context: string): string {
    const nonce = this.#nonceOf(content, context);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(context));
    const sealed = [nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString("base64url");
  }

  /** Returns undefined for everything that `seal` has not made in this context. */
  open(text: string, context: string): Buffer | undefined {
    const sealed = Buffer.from(text, "base64url");
    if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const content = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(content), decipher.final()]);
    } catch {
      return undefined;
    }
  }

  #nonceOf(content: Buffer, context: string): Buffer {
    const hash = createHmac("sha256", this.#key).update(`${context}\0`).update(content).digest();
    return hash.subarray(0, NONCE_BYTES);
  }
}
