import { lazy } from 'react'

export { accountAccess } from './account.access.ts'
export { AddressSection } from './ui/address-section.tsx'
export { DeleteAccountSection } from './ui/deletion/delete-account-section.tsx'
export { DeletionBanner } from './ui/deletion/deletion-banner.tsx'
export { ExportSection } from './ui/export/export-section.tsx'
export { CancelDeletionPage } from './ui/deletion/cancel-deletion-page.tsx'
export { ConnectionsSection } from './ui/connections-section.tsx'
export { NameForm } from './ui/name-form.tsx'
export { PasskeysSection } from './ui/passkeys-section.tsx'
export { PasswordSection } from './ui/password-section.tsx'
export { SessionsSection } from './ui/sessions-section.tsx'
export { TwoFactorSection } from './ui/two-factor-section.tsx'

/** The dialog that the shell provides as `ReauthenticationDialogContext`; loaded on first use. */
export const ReauthenticationDialog = lazy(() => import('./ui/reauthentication-dialog.tsx'))
