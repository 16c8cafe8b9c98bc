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
