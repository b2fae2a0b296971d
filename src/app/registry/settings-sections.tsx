import type { ComponentType } from 'react'
import { SettingsSection } from '#/components/settings-section.tsx'
import { may, type AccessRule } from '#/core/access/access.ts'
import { providerNames, type ProviderStates } from '#/core/auth/providers/providers.ts'
import { securityAccess } from '#/core/auth/security/security.access.ts'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import {
  accountAccess,
  AddressSection,
  ConnectionsSection,
  DeleteAccountSection,
  ExportSection,
  PasskeysSection,
  PasswordSection,
  SessionsSection,
  TwoFactorSection,
} from '#/features/account/index.ts'
import { OwnEventsSection } from '#/features/audit-log/index.ts'
import { WorkspaceMembers } from '#/features/organizations/index.ts'
import { PasswordStrength } from '#/features/sign-in/index.ts'
import { MailsSection } from '#/features/preferences/index.ts'
import { LanguageSelect, ThemeSelect } from '../pages/settings/preferences.tsx'
import { ProfileSection } from '../pages/profile-section.tsx'
import { DisplaySection } from '../pages/settings/display-section.tsx'

export type SettingsProps = {
  viewer: Viewer
  providers: ProviderStates
  /** Error code of a failed attempt to link a provider. */
  failure: string | undefined
}

type Section = {
  /** Part of URLs: `?tab=passkeys`. */
  id: string
  title: TranslationKey
  Section: ComponentType<SettingsProps>
  /** False for a section that would be empty; absent is always. */
  isShown?: (props: SettingsProps) => boolean
}

/** Hides a section from users whom its rule denies, such as an impersonating admin. */
const isFor =
  (rule: AccessRule) =>
  ({ viewer }: SettingsProps) =>
    may(viewer.actor, rule)

const OwnPassword = () => <PasswordSection Strength={PasswordStrength} />

/** Every section of the settings in order, for the page and for the tabs. Each is owned by a feature. */
export const settingsSections: readonly Section[] = [
  { id: 'profile', title: 'app:settings.editUser', Section: ProfileSection },
  { id: 'email', title: 'account:address.title', Section: AddressSection },
  {
    id: 'password',
    title: 'account:password.title',
    Section: OwnPassword,
    isShown: isFor(securityAccess.changePassword),
  },
  { id: 'two-factor', title: 'account:twoFactor.title', Section: TwoFactorSection },
  { id: 'passkeys', title: 'account:passkeys.title', Section: PasskeysSection },
  {
    id: 'connections',
    title: 'account:connections.title',
    Section: ConnectionsSection,
    isShown: ({ providers }) => providerNames.some((name) => providers[name] !== 'off'),
  },
  { id: 'sessions', title: 'account:sessions.title', Section: SessionsSection },
  { id: 'events', title: 'audit-log:own.title', Section: OwnEventsSection },
  { id: 'appearance', title: 'app:settings.appearance', Section: AppearanceSection },
  { id: 'display', title: 'preferences:display.title', Section: DisplaySection },
  { id: 'notifications', title: 'preferences:mails.title', Section: MailsSection },
  { id: 'people', title: 'settings:people', Section: WorkspaceMembers },
  {
    id: 'export',
    title: 'account:export.title',
    Section: ExportSection,
    isShown: isFor(accountAccess.export),
  },
  {
    id: 'delete',
    title: 'account:deletion.title',
    Section: DeleteAccountSection,
    isShown: isFor(accountAccess.requestDeletion),
  },
]

function AppearanceSection() {
  const t = useTranslate()
  return (
    <SettingsSection title={t('app:settings.appearance')} text={t('app:settings.appearanceText')}>
      <div className="grid gap-4 sm:grid-cols-2 *:grid *:gap-1.5 *:font-medium [&_select]:border-input [&_select]:text-base [&_select]:font-normal">
        <label>
          {t('app:language.label')}
          <LanguageSelect />
        </label>
        <label>
          {t('app:theme.label')}
          <ThemeSelect />
        </label>
      </div>
    </SettingsSection>
  )
}
