import { trustedContacts } from "@commonlane/contract/trusted-contacts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

/** The user's trusted contacts. */
export const ownTrustedContacts = queryOptions({
  queryKey: ["trusted-contacts", "own"],
  queryFn: ({ signal }) => call(trustedContacts.list, {}, { signal }),
});

function useRefreshContacts() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["trusted-contacts"] });
}

export function useAddContact() {
  const onSettled = useRefreshContacts();
  return useMutation({
    mutationFn: (body: { name: string; email: string }) =>
      sendIdempotently("trusted-contact", body, (idempotencyKey) =>
        call(trustedContacts.name, { body }, { idempotencyKey }),
      ),
    onSettled,
  });
}

export function useRemoveContact() {
  const onSettled = useRefreshContacts();
  return useMutation({
    mutationFn: (contactId: string) => call(trustedContacts.remove, { params: { contactId } }),
    onSettled,
  });
}

/** The invitation behind the link of an e-mail. */
export const contactRequestByToken = (token: string) =>
  queryOptions({
    queryKey: ["trusted-contacts", "request", token],
    queryFn: ({ signal }) => call(trustedContacts.invitation, { body: { token } }, { signal }),
    retry: false,
  });

export function useAnswerContactRequest(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (accepts: boolean) =>
      call(trustedContacts.answer, { body: { token, agrees: accepts } }),
    onSuccess: (contactRequest) =>
      queries.setQueryData(["trusted-contacts", "request", token], contactRequest),
  });
}
