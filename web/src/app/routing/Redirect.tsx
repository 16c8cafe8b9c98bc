import { useEffect } from "react";
import { createPath, useLocation, useNavigate } from "react-router";

/**
 * Leads elsewhere, and again each time somebody comes here. The router's own goes once for each path, and leaves the page
 * empty when one is back at the same path before the first move was drawn.
 */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    if (createPath(location) !== to) void navigate(to, { replace: true });
  }, [navigate, to, location]);
  return null;
}
