import { useEffect } from "react";
import { createPath, useLocation, useNavigate } from "react-router";

/**
 * Redirects on every visit. The router's own Navigate redirects once per path, and leaves the page empty if the user
 * returns to the path before the first redirect was rendered.
 */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    if (createPath(location) !== to) void navigate(to, { replace: true });
  }, [navigate, to, location]);
  return null;
}
