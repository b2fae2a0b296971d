import { lazy } from 'react'

export { accountAccess, connectionsAccess, passkeysAccess, sessionsAccess } from './account.access.ts'
export { AddressSection } from './address-section.tsx'
export { EndSection } from './ending/end-section.tsx'
export { EndingBanner } from './ending/ending-banner.tsx'
export { ExportSection } from './export/export-section.tsx'
export { KeepAccountPage } from './ending/keep-account-page.tsx'
export { ConnectionsSection } from './connections-section.tsx'
export { NameForm } from './name-form.tsx'
export { PasskeysSection } from './passkeys-section.tsx'
export { PasswordSection } from './password-section.tsx'
export { SessionsSection } from './sessions-section.tsx'
export { TwoFactorSection } from './two-factor-section.tsx'

/** What the shell provides as `ReauthenticationDialogContext`; fetched when it is first needed. */
export const ReauthenticationDialog = lazy(() => import('./reauthentication-dialog.tsx'))
