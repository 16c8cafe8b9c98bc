import type { Consent } from "@commonlane/contract/own-data";
import type { Context } from "#platform/context.ts";
import { consentsOf, insertConsents } from "./consents.store.ts";
import { textsInForce } from "./texts.ts";

/** Whoever makes an account agrees to the texts as they are then: the form says so. */
export const agreeAtSignUp = (ctx: Context, uid: string): Promise<void> =>
  insertConsents(ctx, uid, textsInForce(ctx.settings));

/** The texts in force, and which of them this person agreed to. */
export async function ownConsents(ctx: Context, uid: string): Promise<{ items: Consent[] }> {
  const given = await consentsOf(ctx, uid);
  return {
    items: textsInForce(ctx.settings).map(({ document, version, updated }) => {
      const of = given.filter((consent) => consent.document === document);
      const agreed = of.find((consent) => consent.version === version);
      return {
        document,
        version,
        updated,
        agreedAt: agreed?.agreed_at.toISOString() ?? null,
        changed: !agreed && of.length > 0,
      };
    }),
  };
}

/** Writes down what somebody agreed to. What changed while they read is not agreed to, and is asked for again. */
export async function agree(
  ctx: Context,
  uid: string,
  documents: readonly Pick<Consent, "document" | "version">[],
): Promise<{ items: Consent[] }> {
  const agreed = textsInForce(ctx.settings).filter(({ document, version }) =>
    documents.some((said) => said.document === document && said.version === version),
  );
  await insertConsents(ctx, uid, agreed);
  return ownConsents(ctx, uid);
}
