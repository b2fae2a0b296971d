import { useNavigate, useRouter, type AnyRoute } from '@tanstack/react-router'
import { Keyboard, Languages, LogOut, Plus, SunMoon } from 'lucide-react'
import { may, type Viewer } from '@plinth/core/access'
import type { PaletteCommand } from '@plinth/core/feature'
import { type TranslationKey, useI18n } from '@plinth/core/texts'
import { languageNames, languages } from '#/languages.ts'
import { ruleOf } from '#/shell/slots/access.ts'
import { featureCommands } from '#/shell/slots/commands.ts'
import { useNavigation } from '#/shell/slots/navigation.ts'
import { byOrder } from '#/shell/slots/parts.ts'
import { readTheme, themes, writeTheme } from '../document/theme.ts'
import { useLanguageChoice } from '../document/use-language-choice.ts'
import { useLeave } from '../use-leave.ts'
import { shortcutKeys } from './use-shortcuts.ts'

export type CommandGroup = {
  heading: TranslationKey
  order: number
  commands: readonly PaletteCommand[]
}

type Palette = { viewer: Viewer; typed: string; isOpen: boolean; onShortcuts: () => void }

/** Everything the palette offers: pages, language, theme, the account, and the commands of the features. */
export function useCommandGroups({ viewer, typed, isOpen, onShortcuts }: Palette): readonly CommandGroup[] {
  const { t, language: current } = useI18n()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const { routesByPath }: { routesByPath: object } = useRouter()
  const routes = routesByPath as Record<string, AnyRoute | undefined>
  const { choose } = useLanguageChoice()
  const { signOut } = useLeave()
  const ofFeatures = featureCommands.map(({ heading, order, useCommands }): CommandGroup => ({
    heading,
    order,
    // oxlint-disable-next-line react/rules-of-hooks -- the installed features never change
    commands: useCommands({ viewer, typed: isOpen ? typed : '' }),
  }))
  /** The page of a new row below its list, for who may create one. */
  function newRow(to: string): PaletteCommand[] {
    const { crumb, access = 'signedIn', key } = routes[to]?.options.staticData ?? {}
    if (!crumb || !may(viewer.actor, ruleOf(access))) return []
    return [{ Icon: Plus, text: t(crumb), keys: key ? [key] : [], run: () => navigate({ to }) }]
  }
  const pages = navigation.map(({ label, entries }): CommandGroup => ({
    heading: label,
    order: 100,
    commands: entries.flatMap(({ to, label: name, Icon, letter }) => [
      {
        Icon,
        text: t(name),
        keys: letter ? [shortcutKeys.go, letter] : [],
        run: () => navigate({ to }),
      },
      ...newRow(`${to}/new`),
    ]),
  }))
  const own: CommandGroup[] = [
    {
      heading: 'app:language.label',
      order: 300,
      commands: languages.map((language) => ({
        Icon: Languages,
        text: `${t('app:language.label')}: ${languageNames[language].own}`,
        words: `${languageNames[language].english} ${t('app:palette.words.language')}`,
        isCurrent: language === current,
        run: () => choose(language),
      })),
    },
    {
      heading: 'app:theme.label',
      order: 400,
      commands: themes.map((theme) => ({
        Icon: SunMoon,
        text: `${t('app:theme.label')}: ${t(`app:theme.${theme}`)}`,
        words: t('app:palette.words.theme'),
        isCurrent: isOpen && theme === readTheme(),
        run: () => writeTheme(theme),
      })),
    },
    {
      heading: 'app:nav.account',
      order: 510,
      commands: [
        { Icon: Keyboard, text: t('app:shortcuts.title'), run: onShortcuts },
        { Icon: LogOut, text: t('app:nav.signOut'), words: t('app:palette.words.signOut'), run: signOut },
      ],
    },
  ]
  return byHeading([...ofFeatures, ...pages, ...own].toSorted(byOrder))
}

/** Merges groups with the same heading; without those that have no commands. */
function byHeading(groups: readonly CommandGroup[]): readonly CommandGroup[] {
  const merged = new Map<TranslationKey, CommandGroup>()
  for (const group of groups) {
    if (group.commands.length === 0) continue
    const first = merged.get(group.heading)
    merged.set(group.heading, first ? { ...first, commands: [...first.commands, ...group.commands] } : group)
  }
  return [...merged.values()]
}
