export { accountAccess } from './account.access.ts'
export { CancelDeletion } from './ui/deletion/cancel-deletion.tsx'
