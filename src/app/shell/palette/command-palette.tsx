import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  ArrowLeftRight,
  FileText,
  Fingerprint,
  Keyboard,
  KeyRound,
  Languages,
  LogOut,
  MonitorSmartphone,
  PenLine,
  Plus,
  ShieldCheck,
  SunMoon,
  UserPlus,
} from 'lucide-react'
import {
  Command,
  CommandDialog,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandList,
} from '#/components/ui/command.tsx'
import { useMay } from '#/core/access/react.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import { languageNames, languages } from '#/core/i18n/languages.ts'
import { organizationsAccess, useNewOrganization } from '#/features/organizations/index.ts'
import { postsAccess, usePostSearch } from '#/features/posts/index.ts'
import { useNavigation } from '#/app/registry/navigation.ts'
import { Item, KeyHints, rank, useHighlight } from './palette-parts.tsx'
import { readTheme, themes, writeTheme } from '../document/theme.ts'
import { useLanguageChoice } from '../document/use-language-choice.ts'
import { areShortcutsOn, shortcutKeys } from './use-shortcuts.ts'
import { useSignOut } from '../switchers/use-sign-out.ts'
import { useWorkspaces } from '../switchers/use-workspaces.ts'

type PaletteProps = {
  viewer: Viewer
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  onShortcuts: () => void
}

const settings = [
  { tab: 'password', name: 'password', Icon: KeyRound },
  { tab: 'two-factor', name: 'twoFactor', Icon: ShieldCheck },
  { tab: 'passkeys', name: 'passkeys', Icon: Fingerprint },
  { tab: 'sessions', name: 'sessions', Icon: MonitorSmartphone },
] as const

/** Search over pages, posts and commands. */
export default function CommandPalette({ viewer, isOpen, onOpenChange, onShortcuts }: PaletteProps) {
  const { t, language: current } = useI18n()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const { choose } = useLanguageChoice()
  const { signOut } = useSignOut()
  const newOrganization = useNewOrganization()
  const mayWrite = useMay(postsAccess.create)
  const mayInvite = useMay(organizationsAccess.invite) && viewer.actor.workspace.organizationId !== null
  const [typed, setTyped] = useState('')
  const found = usePostSearch(isOpen ? typed : '')
  const highlight = useHighlight(found)
  const hasShortcuts = isOpen && areShortcutsOn()
  const type = (text: string) => {
    highlight.forget()
    setTyped(text)
  }
  const { personal, organizations, enter } = useWorkspaces(viewer)
  const run = (action: () => unknown) => () => {
    onOpenChange(false)
    type('')
    void action()
  }
  return (
    <CommandDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(open) => open || type('')}
      title={t('app:palette.title')}
    >
      <Command label={t('app:palette.title')} filter={rank} loop {...highlight.ofCommand}>
        <CommandInput value={typed} onValueChange={type} placeholder={t('app:palette.placeholder')} />
        <CommandList {...highlight.ofList}>
          <CommandEmpty>{t('app:palette.empty')}</CommandEmpty>
          <CommandGroup heading={t('posts:shell.nav')}>
            {mayWrite ? (
              <Item
                Icon={PenLine}
                text={t('app:palette.newPost')}
                keys={hasShortcuts ? [shortcutKeys.newPost] : []}
                onSelect={run(() => navigate({ to: '/dashboard/posts/new' }))}
              />
            ) : null}
            {found.map(({ id, title }) => (
              <Item
                key={id}
                id={id}
                matching={typed}
                Icon={FileText}
                text={title}
                onSelect={run(() => navigate({ to: '/dashboard/posts/$postId', params: { postId: id } }))}
              />
            ))}
          </CommandGroup>
          {navigation.map(({ label, entries }) => (
            <CommandGroup key={label} heading={t(label)}>
              {entries.map(({ to, label: name, Icon, letter }) => (
                <Item
                  key={to}
                  Icon={Icon}
                  text={t(name)}
                  keys={hasShortcuts && letter ? [shortcutKeys.go, letter] : []}
                  onSelect={run(() => navigate({ to }))}
                />
              ))}
            </CommandGroup>
          ))}
          <CommandGroup heading={t('app:nav.workspace')}>
            {[personal, ...organizations]
              .filter(({ isActive }) => !isActive)
              .map((workspace) => (
                <Item
                  key={workspace.id}
                  id={workspace.id ?? undefined}
                  Icon={ArrowLeftRight}
                  text={`${t('app:workspace.switch')}: ${workspace.name}`}
                  onSelect={run(() => enter(workspace))}
                />
              ))}
            <Item Icon={Plus} text={t('organizations:new.open')} onSelect={run(newOrganization)} />
            {mayInvite ? (
              <Item
                Icon={UserPlus}
                text={t('app:palette.invite')}
                matching={t('app:palette.words.invite')}
                onSelect={run(() => navigate({ to: '/dashboard/workspace' }))}
              />
            ) : null}
          </CommandGroup>
          <CommandGroup heading={t('app:language.label')}>
            {languages.map((language) => (
              <Item
                key={language}
                Icon={Languages}
                text={`${t('app:language.label')}: ${languageNames[language].own}`}
                matching={`${languageNames[language].english} ${t('app:palette.words.language')}`}
                isCurrent={language === current}
                onSelect={run(() => choose(language))}
              />
            ))}
          </CommandGroup>
          <CommandGroup heading={t('app:theme.label')}>
            {themes.map((theme) => (
              <Item
                key={theme}
                Icon={SunMoon}
                text={`${t('app:theme.label')}: ${t(`app:theme.${theme}`)}`}
                matching={t('app:palette.words.theme')}
                isCurrent={isOpen && theme === readTheme()}
                onSelect={run(() => writeTheme(theme))}
              />
            ))}
          </CommandGroup>
          <CommandGroup heading={t('app:nav.account')}>
            {settings.map(({ tab, name, Icon }) => (
              <Item
                key={tab}
                Icon={Icon}
                text={t(`app:palette.${name}`)}
                matching={t(`app:palette.words.${name}`)}
                onSelect={run(() => navigate({ to: '/dashboard/settings-enhanced', search: { tab } }))}
              />
            ))}
            <Item Icon={Keyboard} text={t('app:shortcuts.title')} onSelect={run(onShortcuts)} />
            <Item
              Icon={LogOut}
              text={t('app:nav.signOut')}
              matching={t('app:palette.words.signOut')}
              onSelect={run(signOut)}
            />
          </CommandGroup>
        </CommandList>
        <KeyHints />
      </Command>
    </CommandDialog>
  )
}
