import { lazy } from 'react'

export { accountAccess, connectionsAccess, passkeysAccess, sessionsAccess } from './account.access.ts'
export { AddressSection } from './ui/address-section.tsx'
export { EndSection } from './ui/deletion/end-section.tsx'
export { EndingBanner } from './ui/deletion/ending-banner.tsx'
export { ExportSection } from './ui/export/export-section.tsx'
export { KeepAccountPage } from './ui/deletion/keep-account-page.tsx'
export { ConnectionsSection } from './ui/connections-section.tsx'
export { NameForm } from './ui/name-form.tsx'
export { PasskeysSection } from './ui/passkeys-section.tsx'
export { PasswordSection } from './ui/password-section.tsx'
export { SessionsSection } from './ui/sessions-section.tsx'
export { TwoFactorSection } from './ui/two-factor-section.tsx'

/** What the shell provides as `ReauthenticationDialogContext`; fetched when it is first needed. */
export const ReauthenticationDialog = lazy(() => import('./ui/reauthentication-dialog.tsx'))
