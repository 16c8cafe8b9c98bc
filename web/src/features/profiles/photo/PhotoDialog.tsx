import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { clampCrop, type Crop, largestCrop, maxZoomOf, rotateCrop } from "./crop.ts";
import { CropArea } from "./CropArea.tsx";
import { exportCrop, openPicture, rotatePicture } from "./picture.ts";
import { profiles } from "@commonlane/contract/profiles";
import { useMutation } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { useApplyProfile } from "#shared/profile/own-profile.ts";

/** Uploads a picture as the profile photo. */
export function useChoosePhoto() {
  const takeOver = useApplyProfile();
  return useMutation({
    mutationFn: (picture: Uint8Array) => call(profiles.setPhoto, { body: picture }),
    onSuccess: takeOver,
  });
}

export function useRemovePhoto() {
  const takeOver = useApplyProfile();
  return useMutation({
    mutationFn: () => call(profiles.removePhoto, {}),
    onSuccess: takeOver,
  });
}

interface PhotoDialogProps {
  readonly file: File;
  readonly onClose: () => void;
}

/** Crops the chosen picture and saves it as the photo. */
export function PhotoDialog({ file, onClose }: PhotoDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const { image, isBroken, change, rotate } = useOpenedImage(file);
  const save = useChoosePhoto();
  const onSave = async () => {
    if (!image) return;
    save.mutate(await exportCrop(image.picture, image.crop), {
      onSuccess: () => {
        toast({
          message: t`Photo saved.`,
          type: "success",
        });
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Your photo`}
      cancelLabel={t`Cancel`}
      busy={save.isPending}
      footer={
        !isBroken && (
          <Button busy={save.isPending || !image} onClick={() => void onSave()}>
            {save.isPending ? t`Saving…` : t`Save photo`}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {isBroken && (
          <Notice tone="bad">{t`This browser can't open that file. Please choose a JPEG, PNG or WebP picture.`}</Notice>
        )}
        {!isBroken && !image && <Skeleton className="mx-auto aspect-square w-full max-w-80" />}
        {image && (
          <>
            <CropArea {...image} onChange={change} />
            <ZoomAndRotate {...image} onChange={change} onRotate={rotate} />
            <p id="crop-hint" className="text-center text-sm text-ink-3">
              {t`Drag or use the arrow keys to move, plus and minus to zoom. Others see what's inside the circle.`}
            </p>
          </>
        )}
        {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      </div>
    </Dialog>
  );
}

interface OpenedImage {
  readonly picture: HTMLCanvasElement;
  readonly crop: Crop;
}

/** The picture and its crop; `isBroken` if the file is not an image. */
function useOpenedImage(file: File) {
  const [image, setOpened] = useState<OpenedImage>();
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    let unmounted = false;
    openPicture(file).then(
      (picture) =>
        !unmounted &&
        setOpened({
          picture,
          crop: largestCrop(picture),
        }),
      () => !unmounted && setIsBroken(true),
    );
    return () => {
      unmounted = true;
    };
  }, [file]);
  const change = (next: (crop: Crop) => Crop) =>
    setOpened(
      (now) =>
        now && {
          picture: now.picture,
          crop: next(now.crop),
        },
    );
  const rotate = () =>
    setOpened(
      (now) =>
        now && {
          picture: rotatePicture(now.picture),
          crop: rotateCrop(now.crop, now.picture),
        },
    );
  return {
    image,
    isBroken,
    change,
    rotate,
  };
}

interface ZoomAndRotateProps extends OpenedImage {
  readonly onChange: (next: (crop: Crop) => Crop) => void;
  readonly onRotate: () => void;
}

function ZoomAndRotate({ picture, crop, onChange, onRotate }: ZoomAndRotateProps) {
  const { t } = useLingui();
  const maxZoom = maxZoomOf(picture);
  return (
    <div className="mx-auto flex w-full max-w-80 items-center gap-3">
      <label className="flex min-h-11 min-w-0 flex-1 items-center gap-2 text-ink-2">
        <Icon name="minus" />
        <input
          type="range"
          aria-label={t`Zoom`}
          min={1}
          max={maxZoom}
          step={0.01}
          disabled={maxZoom === 1}
          value={crop.zoom}
          onChange={(event) => {
            const zoom = Number(event.target.value);
            onChange((before) =>
              clampCrop(
                {
                  ...before,
                  zoom,
                },
                picture,
              ),
            );
          }}
          className="min-w-0 flex-1 accent-brand"
        />
        <Icon name="plus" />
      </label>
      <Button variant="soft" icon="refresh" onClick={onRotate}>
        {t`Rotate`}
      </Button>
    </div>
  );
}
