import { useSyncExternalStore, type ComponentProps, type ReactNode } from 'react'
import { ButtonSelect } from '#/components/form/button-select.tsx'
import { takeEarlyInput } from '#/components/form/type-into.ts'
import { LineIcon } from '#/components/line-icon.tsx'
import { languageNames, languages } from '#/languages.ts'
import { toLanguage, useI18n } from '@plinth/core/texts'
import { readTheme, subscribeToTheme, themes, writeTheme, type Theme } from '#/shell/document/theme.ts'
import { useLanguageChoice } from '#/shell/document/use-language-choice.ts'

type SelectProps = {
  /** A 36 px icon with the native select invisible on top of it. */
  isIcon?: boolean
}

// Icons from Lucide.
const globe = (
  <path d="M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0h20M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20" />
)
const sunMoon = (
  <path d="M12 2v2M14.837 16.385a6 6 0 1 1-7.223-7.222c.624-.147.97.66.715 1.248a4 4 0 0 0 5.26 5.259c.589-.255 1.396.09 1.248.715M16 12a4 4 0 0 0-4-4M19 5l-1.256 1.256M20 12h2" />
)

type PreferenceSelectProps = SelectProps & { icon: ReactNode } & Omit<
    ComponentProps<'select'>,
    'size' | 'ref'
  >

function PreferenceSelect({ isIcon, icon, ...select }: PreferenceSelectProps) {
  if (!isIcon) return <ButtonSelect {...select} />
  return (
    <span className="relative grid size-9 shrink-0 place-items-center rounded-lg text-muted-foreground hover:bg-accent hover:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring pointer-coarse:size-11">
      <LineIcon>{icon}</LineIcon>
      <select
        {...select}
        ref={takeEarlyInput}
        autoComplete="off"
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </span>
  )
}

/** Switches the language in this browser and, for a signed-in user, on the server. */
export function LanguageSelect({ isIcon }: SelectProps) {
  const { t, language } = useI18n()
  const { choose, coming } = useLanguageChoice()
  return (
    <PreferenceSelect
      isIcon={isIcon}
      icon={globe}
      className="w-44"
      aria-label={t('app:language.label')}
      value={coming ?? language}
      onChange={(event) => void choose(toLanguage(event.target.value))}
    >
      {languages.map((name) => (
        <option key={name} value={name} lang={name}>
          {[...new Set([languageNames[name].own, languageNames[name].english])].join(' · ')}
        </option>
      ))}
    </PreferenceSelect>
  )
}

/**
 * Light, dark or system. The server renders `system`; the theme script selects the stored choice before
 * hydration.
 */
export function ThemeSelect({ isIcon }: SelectProps) {
  const { t } = useI18n()
  const theme = useSyncExternalStore(subscribeToTheme, readTheme, (): Theme => 'system')
  return (
    <PreferenceSelect
      isIcon={isIcon}
      icon={sunMoon}
      className="w-44"
      name="theme"
      aria-label={t('app:theme.label')}
      value={theme}
      onChange={(event) => writeTheme(event.target.value as Theme)}
    >
      {themes.map((name) => (
        <option key={name} value={name}>
          {t(`app:theme.${name}`)}
        </option>
      ))}
    </PreferenceSelect>
  )
}

/** Both as icons, for pages without a top bar. */
export function Preferences() {
  return (
    <>
      <LanguageSelect isIcon />
      <ThemeSelect isIcon />
    </>
  )
}
