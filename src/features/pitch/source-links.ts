import type { TranslationKey } from '@plinth/core/texts'

/** The address of the public source code, once there is one. */
export const repository: string | undefined = undefined

/** Links to the documentation and the source code; none without a public repository. */
export function sourceLinks(): { label: TranslationKey; href: string }[] {
  if (!repository) return []
  return [
    { label: 'pitch:nav.docs', href: `${repository}/tree/main/docs` },
    { label: 'pitch:nav.source', href: repository },
  ]
}
