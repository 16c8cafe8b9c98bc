import { trustedContacts } from "@commonlane/contract/trusted-contacts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endpointQuery, useInvalidate } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

/** The user's trusted contacts. */
export const ownTrustedContacts = endpointQuery(trustedContacts.list, {});

function useRefreshContacts() {
  const invalidate = useInvalidate();
  return () => invalidate(trustedContacts);
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
  endpointQuery(trustedContacts.invitation, { body: { token } }, { retry: false });

export function useAnswerContactRequest(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (accepts: boolean) =>
      call(trustedContacts.answer, {
        body: {
          token,
          agrees: accepts,
        },
      }),
    onSuccess: (contactRequest) =>
      queries.setQueryData(contactRequestByToken(token).queryKey, contactRequest),
  });
}
