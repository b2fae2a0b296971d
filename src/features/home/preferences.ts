import type { Language } from '#/core/i18n/languages.ts'

type Theme = 'light' | 'dark' | 'system'

/** The page's theme and language with their setters, provided by the application. */
export type Preferences = {
  theme: Theme
  themes: readonly Theme[]
  chooseTheme: (theme: Theme) => void
  chooseLanguage: (language: Language) => void
}
