export { profileAccess } from './profile.access.ts'
export { ProfileImageField } from './ui/profile-image-field.tsx'
