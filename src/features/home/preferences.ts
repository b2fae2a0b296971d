import type { Language } from '#/core/i18n/languages.ts'

type Theme = 'light' | 'dark' | 'system'

/** Theme and language of the page and how to change them; the application hands them in. */
export type Preferences = {
  theme: Theme
  themes: readonly Theme[]
  chooseTheme: (theme: Theme) => void
  chooseLanguage: (language: Language) => void
}
