import { isLanguage } from "@commonlane/contract/languages";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { rememberLanguage } from "#shared/language/language-choice.ts";
import { activeLanguage, switchLanguage } from "#shared/language/messages.ts";
import { log } from "#shared/log.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";

/** Shows the app in the language of the account, also when it is chosen on another device, and remembers it on this one. */
export function AccountLanguage() {
  const { data } = useQuery(ownProfile);
  const chosen = data?.locale ?? "";
  useEffect(() => {
    if (!isLanguage(chosen)) return;
    rememberLanguage(chosen);
    if (chosen !== activeLanguage())
      switchLanguage(chosen).catch((error: unknown) =>
        log.error("The language could not be changed.", { error }),
      );
  }, [chosen]);
  return null;
}
