import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { wasWelcomeShown } from "./shown-welcome.ts";

/** Renders nothing: leads new members to the steps after the first sign-in, once. */
export function WelcomeRedirect() {
  const navigate = useNavigate();
  const { data } = useQuery(ownProfile);
  const isNew = data !== undefined && !data.welcomed && !wasWelcomeShown(data.uid);
  useEffect(() => {
    if (isNew) void navigate("/welcome", { replace: true });
  }, [isNew, navigate]);
  return null;
}
