export { CancelDeletion } from './ui/deletion/cancel-deletion.tsx'
export { disownSignUp } from './ui/deletion/disown-sign-up.ts'
