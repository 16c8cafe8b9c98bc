import type { Consent } from "@commonlane/contract/personal-data";
import type { Context } from "#platform/context.ts";
import { findConsents, insertConsents } from "./consents.store.ts";
import { currentLegalTexts } from "./texts-in-force.ts";

/** Records consent to the current texts at sign-up, as stated in the form. */
export const consentAtSignUp = (ctx: Context, uid: string): Promise<void> =>
  insertConsents(ctx, uid, currentLegalTexts(ctx));

/** The current texts, and which of them the user has agreed to. */
export async function listOwnConsents(ctx: Context, uid: string): Promise<{ items: Consent[] }> {
  const given = await findConsents(ctx, uid);
  return {
    items: currentLegalTexts(ctx).map(({ document, version, updated }) => {
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

/** Records consents. Ignores outdated versions; the user is asked again for those. */
export async function giveConsent(
  ctx: Context,
  uid: string,
  documents: readonly Pick<Consent, "document" | "version">[],
): Promise<{ items: Consent[] }> {
  const agreed = currentLegalTexts(ctx).filter(({ document, version }) =>
    documents.some((requested) => requested.document === document && requested.version === version),
  );
  await insertConsents(ctx, uid, agreed);
  return listOwnConsents(ctx, uid);
}
