import { useLingui } from "@lingui/react/macro";
import { type RefObject, Suspense, useRef, useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useRemovePhoto } from "./PhotoDialog.tsx";

/** Loaded only after a file was chosen, because few visits change the photo. */
const PhotoDialog = lazyScreen(() => import("./PhotoDialog.tsx"), "PhotoDialog");

/** Buttons to choose, take or remove the profile photo. */
export function PhotoControls({ hasPhoto }: { hasPhoto: boolean }) {
  const { t } = useLingui();
  const [file, setFile] = useState<File>();
  const [removing, setRemoving] = useState(false);
  const chosen = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  // The dialog may close before or after the button that opened it is gone.
  const root = useReturnFocus<HTMLDivElement>(removing || hasPhoto, "button");
  return (
    <div ref={root} className="flex flex-wrap gap-2">
      <Button variant="soft" size="sm" onClick={() => chosen.current?.click()}>
        {hasPhoto ? t`Change photo` : t`Add a photo`}
      </Button>
      <Button
        variant="soft"
        size="sm"
        className="hidden pointer-coarse:inline-flex"
        onClick={() => camera.current?.click()}
      >
        {t`Take a photo`}
      </Button>
      {hasPhoto && (
        <Button variant="ghost" size="sm" onClick={() => setRemoving(true)}>
          {t`Remove photo`}
        </Button>
      )}
      <PictureInput input={chosen} label={t`Photo from this device`} onChoose={setFile} />
      <PictureInput
        input={camera}
        label={t`Photo from the camera`}
        onChoose={setFile}
        capture="user"
      />
      {file && (
        <Suspense>
          <PhotoDialog file={file} onClose={() => setFile(undefined)} />
        </Suspense>
      )}
      {removing && <RemoveDialog onClose={() => setRemoving(false)} />}
    </div>
  );
}

interface PictureInputProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly capture?: "user";
  readonly onChoose: (file: File | undefined) => void;
}

/** The browser's file input, opened by a regular button. */
function PictureInput({ input, label, capture, onChoose }: PictureInputProps) {
  return (
    <input
      ref={input}
      type="file"
      accept="image/*"
      capture={capture}
      aria-label={label}
      hidden
      onChange={(event) => {
        onChoose(event.target.files?.[0]);
        // Allows choosing the same file again.
        event.target.value = "";
      }}
    />
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const remove = useRemovePhoto();
  const onRemove = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast({
          message: t`Photo removed.`,
          type: "success",
        });
        onClose();
      },
    });
  return (
    <ConsequenceDialog
      title={t`Remove your photo?`}
      text={t`Others will see your initials instead.`}
      confirmLabel={t`Remove`}
      cancelLabel={t`Keep it`}
      call={remove}
      onConfirm={onRemove}
      onClose={onClose}
    />
  );
}
