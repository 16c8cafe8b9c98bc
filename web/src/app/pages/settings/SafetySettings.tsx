import { BlockedPeople } from "#features/safety/BlockedPeople.tsx";
import { TrustedContacts } from "#features/trusted-contacts/TrustedContacts.tsx";

export function SafetySettings() {
  return (
    <>
      <TrustedContacts />
      <BlockedPeople />
    </>
  );
}
