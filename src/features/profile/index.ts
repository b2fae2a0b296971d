import { ProfileImageField } from './ui/profile-image-field.tsx'

/** The image on the sign-up page, sent once the user is signed in. */
export const signUpImage = {
  Field: ProfileImageField,
  upload: async (file: File) => (await import('./ui/change-profile-image.ts')).uploadProfileImage(file),
}
