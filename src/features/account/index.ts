export { CancelDeletion } from './ui/deletion/cancel-deletion.tsx'
