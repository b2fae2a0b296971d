/**
 * The languages of the interface, each with its English and its own name, so that users find theirs in any.
 * `npm run add:language` and `npm run remove:language` edit them; English stays, it fills what another lacks.
 */
export const languageNames = {
  en: { english: 'English', own: 'English' },
  de: { english: 'German', own: 'Deutsch' },
  es: { english: 'Spanish', own: 'Español' },
  pt: { english: 'Portuguese', own: 'Português' },
}

/** Their codes, English first. */
export const languages = Object.keys(languageNames) as (keyof typeof languageNames)[]
