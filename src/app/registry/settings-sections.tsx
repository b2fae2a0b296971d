import type { ComponentType } from 'react'
import { may, type AccessRule } from '#/core/access/access.ts'
import { providerNames, type ProviderStates } from '#/core/auth/providers/providers.ts'
import { securityAccess } from '#/core/auth/security/security.access.ts'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
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
import { PasswordStrength, ProviderMark } from '#/features/sign-in/index.ts'
import { MailsSection } from '#/features/preferences/index.ts'
import { AppearanceSection } from '../pages/settings/appearance-section.tsx'
import { ProfileSection } from '../pages/profile-section.tsx'
import { DisplaySection } from '../pages/settings/display-section.tsx'

export type SettingsProps = {
  viewer: Viewer
  providers: ProviderStates
  /** Error code of a failed attempt to link a provider. */
  failure: string | undefined
}

type Section = {
  /** Part of URLs: `?tab=passkeys`, `#settings-passkeys`. */
  id: string
  title: TranslationKey
  Section: ComponentType<SettingsProps>
  /** Returns false to hide a section that would be empty; shown by default. */
  isShown?: (props: SettingsProps) => boolean
}

export type SettingsGroupId = 'profile' | 'security' | 'preferences' | 'data'
type Group = { id: SettingsGroupId; cards: readonly (readonly Section[])[] }

/** Hides a section from users whom its rule denies, such as an impersonating admin. */
const isFor =
  (rule: AccessRule) =>
  ({ viewer }: SettingsProps) =>
    may(viewer.actor, rule)

const OwnPassword = () => <PasswordSection Strength={PasswordStrength} />
const Connections = (props: SettingsProps) => <ConnectionsSection {...props} Mark={ProviderMark} />

/** All settings in order, for the page and for the tabs. Each section is owned by a feature. */
const groups: readonly Group[] = [
  { id: 'profile', cards: [[{ id: 'name', title: 'app:settings.editUser', Section: ProfileSection }]] },
  {
    id: 'security',
    cards: [
      [
        { id: 'email', title: 'account:address.title', Section: AddressSection },
        {
          id: 'password',
          title: 'account:password.title',
          Section: OwnPassword,
          isShown: isFor(securityAccess.changePassword),
        },
        { id: 'two-factor', title: 'account:twoFactor.title', Section: TwoFactorSection },
      ],
      [{ id: 'passkeys', title: 'account:passkeys.title', Section: PasskeysSection }],
      [
        {
          id: 'connections',
          title: 'account:connections.title',
          Section: Connections,
          isShown: ({ providers }) => providerNames.some((name) => providers[name] !== 'off'),
        },
      ],
      [{ id: 'sessions', title: 'account:sessions.title', Section: SessionsSection }],
      [{ id: 'events', title: 'audit-log:own.title', Section: OwnEventsSection }],
    ],
  },
  {
    id: 'preferences',
    cards: [
      [
        { id: 'appearance', title: 'app:settings.appearance', Section: AppearanceSection },
        { id: 'display', title: 'preferences:display.title', Section: DisplaySection },
      ],
      [{ id: 'notifications', title: 'preferences:mails.title', Section: MailsSection }],
    ],
  },
  {
    id: 'data',
    cards: [
      [
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
      ],
    ],
  },
]

/** Returns the groups with the sections that this user sees. */
export function shownGroups(props: SettingsProps): readonly Group[] {
  return groups
    .map(({ id, cards }) => ({
      id,
      cards: cards
        .map((card) => card.filter(({ isShown }) => isShown?.(props) ?? true))
        .filter((card) => card.length > 0),
    }))
    .filter(({ cards }) => cards.length > 0)
}
