import { noticeChannels } from "@commonlane/contract/notice-channels";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#shared/api.ts";
import { errorText } from "#shared/error-text.ts";
import { useLinkToken } from "#shared/link-token.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Logo } from "#shared/ui/Logo.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { groupWords } from "./group-words.ts";

/** Where the link below a letter leads: ends such letters after a press, without a sign-in. */
export function StopLettersScreen() {
  const { t, i18n } = useLingui();
  const token = useLinkToken();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useTitle(t`No more letters`);
  const stop = () => {
    setBusy(true);
    setProblem(undefined);
    call(noticeChannels.stopLetters, { query: { token: token ?? "-" } })
      .then(
        ({ group }) => setDone(group ? i18n._(groupWords[group].name) : t`everything`),
        (error: unknown) => setProblem(errorText(error, t`An error occurred. Please try again.`)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-5 px-(--gutter) py-10 outline-none"
    >
      <Logo />
      <h1 className="text-2xl font-bold tracking-[-.02em]">{t`No more letters`}</h1>
      {done ? (
        <Notice tone="ok">{t`You get no more letters about: ${done}. In the app you find it all the same.`}</Notice>
      ) : (
        <>
          <p className="text-ink-2">{t`You opened the link below a letter of ours. Shall letters like that one end?`}</p>
          {problem && <Notice tone="bad">{problem}</Notice>}
          <Button busy={busy} onClick={stop}>{t`End these letters`}</Button>
        </>
      )}
      <Link to="/profile#notices" className={buttonLook("line")}>{t`Choose what you are told`}</Link>
    </main>
  );
}
