import type { FeatureSignUp } from '#/core/feature.ts'
import { ProfileImageField } from './ui/profile-image-field.tsx'

export const signUp: FeatureSignUp = {
  namespace: 'profile',
  Field: ProfileImageField,
  upload: async (file) => (await import('./ui/change-profile-image.ts')).uploadProfileImage(file),
}
