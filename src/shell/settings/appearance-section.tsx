import { useSyncExternalStore } from 'react'
import { takeEarlyInput } from '#/components/form/type-into.ts'
import { segmentClass, segmentItemClass } from '#/components/segment.ts'
import { SettingsRow, SettingsSection } from '#/components/settings-section.tsx'
import { useTranslate } from '@plinth/core/texts'
import { readTheme, subscribeToTheme, themes, writeTheme, type Theme } from '#/shell/document/theme.ts'
import { LanguageSelect } from './preferences.tsx'

/** Language and theme, applied immediately. */
export function AppearanceSection() {
  const t = useTranslate()
  return (
    <SettingsSection
      title={t('app:settings.appearance')}
      isTitleHidden
      list={
        <div className="divide-y divide-border">
          <SettingsRow label={t('app:language.label')} text={t('app:settings.appearanceText')}>
            <LanguageSelect />
          </SettingsRow>
          <SettingsRow label={t('app:theme.label')} text={t('settings:themeText')}>
            <ThemeChoice />
          </SettingsRow>
        </div>
      }
    />
  )
}

/** The server renders `system`, because only the browser knows the chosen theme. */
function ThemeChoice() {
  const t = useTranslate()
  const theme = useSyncExternalStore(subscribeToTheme, readTheme, (): Theme => 'system')
  return (
    <div role="radiogroup" aria-label={t('app:theme.label')} className={segmentClass}>
      {themes.map((name) => (
        <label key={name} className={segmentItemClass}>
          <input
            ref={takeEarlyInput}
            type="radio"
            name="themeChoice"
            value={name}
            autoComplete="off"
            checked={theme === name}
            onChange={() => writeTheme(name)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-md -outline-offset-2"
          />
          {t(`app:theme.${name}`)}
        </label>
      ))}
    </div>
  )
}
