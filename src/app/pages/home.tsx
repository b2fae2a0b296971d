import { useSyncExternalStore } from 'react'
import { HomePage } from '#/features/home/index.ts'
import { readTheme, subscribeToTheme, themes, writeTheme, type Theme } from '../shell/document/theme.ts'
import { useLanguageChoice } from '../shell/document/use-language-choice.ts'

/** The public home page with the application's theme and language switches. */
export function Home({ signedIn }: { signedIn: boolean }) {
  const { choose } = useLanguageChoice()
  const theme = useSyncExternalStore(subscribeToTheme, readTheme, (): Theme => 'system')
  return (
    <HomePage
      signedIn={signedIn}
      preferences={{
        theme,
        themes,
        chooseTheme: writeTheme,
        chooseLanguage: (language) => void choose(language),
      }}
    />
  )
}
