import { useMemo } from 'react'
import { useI18n } from '#/core/i18n/react.tsx'
import { keysOfSection } from '#/core/i18n/read-text.ts'
import { inWords } from '#/lib/in-words.ts'

/**
 * The name of a background job for people, from the sections `jobs` of all features; this feature names
 * those of core. One without a name, such as that of a newer version, is shown as it is called, in words.
 */
export const useJobName = () => useName('jobs')

/** The name of a mail's template for people, from the sections `mailNames`. */
export const useMailName = () => useName('mailNames')

function useName(section: 'jobs' | 'mailNames'): (name: string) => string {
  const { t, snapshot } = useI18n()
  const { catalog } = snapshot()
  const keys = useMemo(() => keysOfSection(catalog, section), [catalog, section])
  return (name) => {
    const key = keys.get(name)
    return key ? t(key) : inWords(name)
  }
}
