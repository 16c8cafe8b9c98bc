import { useNavigate } from "react-router";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";

/** Goes to the list with a message, because the page of the group may not exist for the user any more. */
export function useGoToGroups(): (message: string) => void {
  const navigate = useNavigate();
  const toast = useToast();
  return (message) => {
    toast({ message, type: "success" });
    void navigate("/groups", { replace: true });
  };
}
