import { useMemo } from 'react'
import type { Section } from './keys.ts'
import { useI18n } from './react.ts'
import { keysOfSection } from './read-text.ts'

/**
 * What things that features bring are called, from a section of all features. One without a name, such as
 * that of a newer version, is shown as it is called, in words.
 */
export function useSectionNames(section: Section): (name: string) => string {
  const { t, snapshot } = useI18n()
  const { catalog } = snapshot()
  const keys = useMemo(() => keysOfSection(catalog, section), [catalog, section])
  return (name) => {
    const key = keys.get(name)
    return key ? t(key) : inWords(name)
  }
}

/** Returns an identifier as words: `sweep-posts` is `Sweep posts`, `newSignIn` is `New sign in`. */
function inWords(identifier: string): string {
  const words = identifier.replaceAll(/-|(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
