/** What somebody is told by mail, in plain words; how it looks is decided in one place for all. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  /** Plain text, one string for each paragraph. */
  readonly paragraphs: readonly string[];
  /** Shown large, below the first paragraph. */
  readonly code?: string;
  /** A button, and in the plain text its address; below the last paragraph. */
  readonly action?: { readonly label: string; readonly url: string };
  /** What a letter is known by when its way is told; drawn for it unless said. */
  readonly id?: string;
  /** Where no more of these are asked for: by a call to `oneClick` (RFC 8058), or on a page for people. */
  readonly unsubscribe?: { readonly oneClick: string; readonly page: string };
}

/** Told where letters got to: they were handed over, or refused for good for a reason that names nobody. */
export type OnDelivery<Ctx> = (ctx: Ctx, emailIds: readonly string[], failure: string | undefined) => Promise<void>;

/** Where letters are posted. */
export interface Mailer<Ctx> {
  /** Posts letters that go out if, and only if, the transaction of `ctx` commits. */
  send(ctx: Ctx, ...emails: readonly Email[]): Promise<void>;
}
