import { useMemo } from 'react'
import { useI18n } from '#/core/i18n/react.tsx'
import { keysOfSection } from '#/core/i18n/read-text.ts'

/**
 * The name of a background job for people, from the sections `jobs` of all features; this feature names
 * those of core. One without a name, such as that of a newer version, is shown as it is called, in words.
 */
export function useJobName(): (job: string) => string {
  const { t, snapshot } = useI18n()
  const { catalog } = snapshot()
  const keys = useMemo(() => keysOfSection(catalog, 'jobs'), [catalog])
  return (job) => {
    const key = keys.get(job)
    return key ? t(key) : job.charAt(0).toUpperCase() + job.slice(1).replaceAll('-', ' ')
  }
}
