import { AccessibilitySettings } from "#features/profiles/account/AccessibilitySettings.tsx";
import { PrivacySettings } from "#features/profiles/account/PrivacySettings.tsx";
import { Vehicles } from "#features/profiles/edit/Vehicles.tsx";
import { OwnProfileLoader } from "#features/profiles/OwnProfileLoader.tsx";

// Sections whose values are part of the profile.

export function OwnVehicles() {
  return <OwnProfileLoader>{({ vehicles }) => <Vehicles vehicles={vehicles} />}</OwnProfileLoader>;
}

export function OwnPrivacy() {
  return <OwnProfileLoader>{(profile) => <PrivacySettings profile={profile} />}</OwnProfileLoader>;
}

export function OwnAccessibility() {
  return (
    <OwnProfileLoader>
      {(profile) => <AccessibilitySettings key={profile.uid} profile={profile} />}
    </OwnProfileLoader>
  );
}
