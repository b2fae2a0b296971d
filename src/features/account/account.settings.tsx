import { type AccessRule, may } from '@plinth/core/access'
import { securityAccess } from '@plinth/core/auth'
import type { FeatureSettings, SettingsProps } from '@plinth/core/feature'
import { accountAccess } from './account.access.ts'
import { AddressSection } from './ui/address-section.tsx'
import { DeleteAccountSection } from './ui/deletion/delete-account-section.tsx'
import { ExportSection } from './ui/export/export-section.tsx'
import { PasswordSection } from './ui/password-section.tsx'
import { SessionsSection } from './ui/sessions-section.tsx'

/** Hides a section from users whom its rule denies, such as an impersonating admin. */
const isFor =
  (rule: AccessRule) =>
  ({ viewer }: SettingsProps) =>
    may(viewer.actor, rule)

export const settings: FeatureSettings = {
  namespaces: ['account', 'password-strength', 'security'],
  sections: [
    {
      id: 'email',
      group: 'security',
      order: 10,
      card: 'sign-in',
      title: 'account:address.title',
      Section: AddressSection,
    },
    {
      id: 'password',
      group: 'security',
      order: 20,
      card: 'sign-in',
      title: 'account:password.title',
      Section: PasswordSection,
      isShown: isFor(securityAccess.changePassword),
    },
    {
      id: 'sessions',
      group: 'security',
      order: 60,
      title: 'account:sessions.title',
      Section: SessionsSection,
    },
    {
      id: 'export',
      group: 'data',
      order: 10,
      card: 'data',
      title: 'account:export.title',
      Section: ExportSection,
      isShown: isFor(accountAccess.export),
    },
    {
      id: 'delete',
      group: 'data',
      order: 20,
      card: 'data',
      title: 'account:deletion.title',
      Section: DeleteAccountSection,
      isShown: isFor(accountAccess.requestDeletion),
    },
  ],
}
