export { ProfileImageField } from './ui/profile-image-field.tsx'
