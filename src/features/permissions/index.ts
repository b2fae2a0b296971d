export { PermissionsPage } from './ui/permissions-page.tsx'
export { sources } from './ui/sources.ts'
