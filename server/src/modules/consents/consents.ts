import type { Consent } from "@commonlane/contract/personal-data";
import type { Context } from "#platform/context.ts";
import { findConsents, insertConsents } from "./consents.store.ts";
import { currentLegalTexts } from "./legal-texts.ts";

/** Whoever makes an account agrees to the texts as they are then: the form says so. */
export const consentAtSignUp = (ctx: Context, uid: string): Promise<void> =>
  insertConsents(ctx, uid, currentLegalTexts(ctx.settings));

/** The texts in force, and which of them this person agreed to. */
export async function listOwnConsents(ctx: Context, uid: string): Promise<{ items: Consent[] }> {
  const given = await findConsents(ctx, uid);
  return {
    items: currentLegalTexts(ctx.settings).map(({ document, version, updated }) => {
      const versions = given.filter((consent) => consent.document === document);
      const agreed = versions.find((consent) => consent.version === version);
      return {
        document,
        version,
        updated,
        agreedAt: agreed?.agreed_at.toISOString() ?? null,
        changed: !agreed && versions.length > 0,
      };
    }),
  };
}

/** Writes down what somebody agreed to. What changed while they read is not agreed to, and is asked for again. */
export async function giveConsent(
  ctx: Context,
  uid: string,
  documents: readonly Pick<Consent, "document" | "version">[],
): Promise<{ items: Consent[] }> {
  const agreed = currentLegalTexts(ctx.settings).filter(({ document, version }) =>
    documents.some((requested) => requested.document === document && requested.version === version),
  );
  await insertConsents(ctx, uid, agreed);
  return listOwnConsents(ctx, uid);
}
