import { profiles } from "@commonlane/contract/profiles";
import { useMutation } from "@tanstack/react-query";
import { call } from "#shared/api.ts";
import { useTakeOver } from "#shared/profile/own-profile.ts";

/** Makes a picture one's photo. */
export function useChoosePhoto() {
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: (picture: Uint8Array) => call(profiles.choosePhoto, { body: picture }),
    onSuccess: takeOver,
  });
}

export function useRemovePhoto() {
  const takeOver = useTakeOver();
  return useMutation({ mutationFn: () => call(profiles.removePhoto, {}), onSuccess: takeOver });
}
