import { message } from "@commonlane/contract/message";
import { formatDay } from "#platform/i18n/formats.ts";
import { type LocalText, translatorFor } from "#platform/i18n/translate.ts";

/** Shown only to the owner, who has proven it by the password or a session. */
export function suspensionMessage({
  suspended_until: until,
  suspension_reason: reason,
}: {
  suspended_until: Date | null;
  suspension_reason: string | null;
}): LocalText {
  return (language) => {
    const t = translatorFor(language);
    const day = until && formatDay(language, until);
    if (day)
      return reason
        ? t(SUSPENDED_UNTIL_BECAUSE, {
            day,
            reason,
          })
        : t(SUSPENDED_UNTIL, { day });
    return reason ? t(SUSPENDED_BECAUSE, { reason }) : t(SUSPENDED);
  };
}

const SUSPENDED = message("This account has been suspended.");
const SUSPENDED_BECAUSE = message("This account has been suspended: {reason}", {
  comment: "reason: sentences that a moderator wrote.",
});
const SUSPENDED_UNTIL = message("This account has been suspended until {day}.", {
  comment: "day: for example “3 February 2026”.",
});
const SUSPENDED_UNTIL_BECAUSE = message("This account has been suspended until {day}: {reason}", {
  comment: "day: for example “3 February 2026”. reason: sentences that a moderator wrote.",
});
