import { serverFeatures } from '@plinth/core/internal/app/registry/installed.server.ts'
import { featuresIn, type Field } from './kinds.ts'
import '../installed.ts'

/** Throws an Error for a field that refers to its own feature, or to what has no rows to refer to. */
export function checkReferences(fields: readonly Field[], own: string): void {
  const offered = serverFeatures().flatMap(({ name, reference }) => (reference ? [name] : []))
  for (const of of featuresIn(fields)) {
    if (of === own) throw new Error(`${own} can't refer to itself.`)
    if (!offered.includes(of))
      throw new Error(
        `There is no feature ${of} to refer to. ${offered.length > 0 ? `There are: ${offered.join(', ')}.` : 'No feature brings a reference yet.'}`,
      )
  }
}
