import { Trans, useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";

/** Opens a draft of an e-mail to support. */
export function ReportIssueDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const user = useUser();
  const openDraft = () => {
    location.href = supportEmailLink({
      subject: t`Report Issue - ${communitySettings.name}`,
      sender: t`From: ${user.displayName || user.email}`,
      email: t`E-mail: ${user.email}`,
      question: t`What happened, and what did you expect instead?`,
    });
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Report Issue`}
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button icon="mail" onClick={openDraft}>
            {t`Open Email Client`}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        <Trans>
          Please write an e-mail to{" "}
          <a
            href={`mailto:${communitySettings.supportEmail}`}
            className="font-semibold text-brand-ink underline underline-offset-4"
          >
            {communitySettings.supportEmail}
          </a>{" "}
          and tell us what went wrong. The draft already has your name and e-mail address.
        </Trans>
      </p>
    </Dialog>
  );
}

interface SupportEmail {
  subject: string;
  sender: string;
  email: string;
  question: string;
}

/**
 * `mailto:` URL of a prefilled e-mail to support. Uses CRLF line breaks, and encodes all input so that it cannot add
 * headers.
 */
function supportEmailLink({ subject, sender, email, question }: SupportEmail): string {
  const body = [sender, email, "", question, ""].join("\r\n");
  return `mailto:${communitySettings.supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
