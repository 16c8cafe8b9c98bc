import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { mostZoomOf, turned, wholeOf, within, type Crop } from "./crop.ts";
import { CropArea } from "./CropArea.tsx";
import { cutOut, openPicture, turnedPicture } from "./picture.ts";
import { useChoosePhoto } from "./use-photo.ts";

interface PhotoDialogProps {
  readonly file: File;
  readonly onClose: () => void;
}

/** Shows a picture that was chosen, lets the part of it be chosen that becomes the photo, and saves that. */
export function PhotoDialog({ file, onClose }: PhotoDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const { opened, broken, change, turn } = useOpened(file);
  const save = useChoosePhoto();
  const onSave = async () => {
    if (!opened) return;
    save.mutate(await cutOut(opened.picture, opened.crop), {
      onSuccess: () => {
        toast({ message: t`Photo saved.`, type: "success" });
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Your photo`}
      keep={t`Cancel`}
      busy={save.isPending}
      footer={
        !broken && (
          <Button busy={save.isPending || !opened} onClick={() => void onSave()}>
            {save.isPending ? t`Saving…` : t`Save photo`}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {broken && (
          <Notice tone="bad">{t`This browser cannot show that file. Please choose a JPEG, PNG or WebP picture.`}</Notice>
        )}
        {!broken && !opened && <Skeleton className="mx-auto aspect-square w-full max-w-80" />}
        {opened && (
          <>
            <CropArea {...opened} onChange={change} />
            <ZoomAndTurn {...opened} onChange={change} onTurn={turn} />
            <p id="crop-hint" className="text-center text-sm text-ink-3">
              {t`Drag to move it, or use the arrow keys; plus and minus zoom. The circle is what others see.`}
            </p>
          </>
        )}
        {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      </div>
    </Dialog>
  );
}

interface Opened {
  readonly picture: HTMLCanvasElement;
  readonly crop: Crop;
}

/** The picture and what is cut out of it; `broken` for a file that is none. */
function useOpened(file: File) {
  const [opened, setOpened] = useState<Opened>();
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    let left = false;
    openPicture(file).then(
      (picture) => !left && setOpened({ picture, crop: wholeOf(picture) }),
      () => !left && setBroken(true),
    );
    return () => {
      left = true;
    };
  }, [file]);
  const change = (next: (crop: Crop) => Crop) =>
    setOpened((now) => now && { picture: now.picture, crop: next(now.crop) });
  const turn = () =>
    setOpened((now) => now && { picture: turnedPicture(now.picture), crop: turned(now.crop, now.picture) });
  return { opened, broken, change, turn };
}

interface ZoomAndTurnProps extends Opened {
  readonly onChange: (next: (crop: Crop) => Crop) => void;
  readonly onTurn: () => void;
}

function ZoomAndTurn({ picture, crop, onChange, onTurn }: ZoomAndTurnProps) {
  const { t } = useLingui();
  const most = mostZoomOf(picture);
  return (
    <div className="mx-auto flex w-full max-w-80 items-center gap-3">
      <label className="flex min-h-11 min-w-0 flex-1 items-center gap-2 text-ink-2">
        <Icon name="minus" />
        <input
          type="range"
          aria-label={t`Zoom`}
          min={1}
          max={most}
          step={0.01}
          disabled={most === 1}
          value={crop.zoom}
          onChange={(event) => {
            const zoom = Number(event.target.value);
            onChange((before) => within({ ...before, zoom }, picture));
          }}
          className="min-w-0 flex-1 accent-brand"
        />
        <Icon name="plus" />
      </label>
      <Button variant="soft" icon="refresh" onClick={onTurn}>
        {t`Turn`}
      </Button>
    </div>
  );
}
