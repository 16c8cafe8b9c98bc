/** The extract cannot be read. The message is one sentence for the operator, and a second one that says what helps. */
export class ExtractError extends Error {
  override readonly name = "ExtractError";
}
