export { profileAccess } from './profile.access.ts'
export { ProfileImageField } from './profile-image-field.tsx'
