import { trustedContacts } from "@commonlane/contract/trusted-contacts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api.ts";
import { sendOnce } from "#shared/forms/send-once.ts";

/** Whom I named to be told when I do not arrive. */
export const ownContacts = queryOptions({
  queryKey: ["trusted-contacts", "own"],
  queryFn: ({ signal }) => call(trustedContacts.own, {}, { signal }),
});

function useChanged() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["trusted-contacts"] });
}

export function useNameContact() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: (body: { name: string; email: string }) =>
      sendOnce("trusted-contact", body, (idempotencyKey) => call(trustedContacts.name, { body }, { idempotencyKey })),
    onSettled,
  });
}

export function useRemoveContact() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: (contactId: string) => call(trustedContacts.remove, { params: { contactId } }),
    onSettled,
  });
}

/** Who asks, for the bearer of a letter. */
export const askedContact = (token: string) =>
  queryOptions({
    queryKey: ["trusted-contacts", "asked", token],
    queryFn: ({ signal }) => call(trustedContacts.asked, { body: { token } }, { signal }),
    retry: false,
  });

export function useAnswer(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (agrees: boolean) => call(trustedContacts.answer, { body: { token, agrees } }),
    onSuccess: (asked) => queries.setQueryData(["trusted-contacts", "asked", token], asked),
  });
}
