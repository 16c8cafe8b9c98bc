import { createRequire } from "node:module";
import type * as Age from "age-encryption";

const require = createRequire(import.meta.url);
/** Loaded when it is needed: its tables take 8 MB, and most servers encrypt nothing. */
const loadAge = (): typeof Age => require("age-encryption");

/** The first line of every file in the age format (age-encryption.org). */
const AGE_HEADER = "age-encryption.org/v1";

/** Encrypts a stream in the age format, so that only the owners of the recipients' secret keys can read it. */
export const encryptFor = (recipients: readonly string[]) =>
  async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { Encrypter } = loadAge();
    const encrypter = new Encrypter();
    for (const recipient of recipients) encrypter.addRecipient(recipient);
    yield* await encrypter.encrypt(ReadableStream.from(source));
  };

/** Decrypts a stream in the age format with secret keys (`AGE-SECRET-KEY-1…`). */
export const decryptWith = (identities: readonly string[]) =>
  async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { Decrypter } = loadAge();
    const decrypter = new Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
    const decrypted = await decrypter
      .decrypt(ReadableStream.from(source))
      .catch((error: unknown) => {
        throw new Error("The key does not belong to this file, or the file is damaged.", {
          cause: error,
        });
      });
    yield* decrypted;
  };

/** Whether a file that starts with these bytes is in the age format. */
export const isEncrypted = (head: Buffer): boolean =>
  head.subarray(0, AGE_HEADER.length).toString() === AGE_HEADER;

/** The secret keys of an identity file as written by `age-keygen`. */
export const parseIdentities = (text: string): string[] =>
  text.split(/\s+/).filter((word) => /^AGE-SECRET-KEY-(?:PQ-)?1/.test(word));

/** Whether `text` is a recipient that backups can be encrypted for. */
export function isRecipient(text: string): boolean {
  try {
    const { Encrypter } = loadAge();
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}
