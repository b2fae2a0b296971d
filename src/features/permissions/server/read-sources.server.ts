import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { permissionsAccess } from '../permissions.access.ts'

// Inlined by the build, on the server only: the browser may not import server files, not even as text.
const texts = import.meta.glob<string>(
  [
    '../permissions.access.ts',
    './permissions.router.server.ts',
    './check-permission.server.ts',
    './list-permissions.server.ts',
    '../ui/guarded-calls.tsx',
  ],
  { eager: true, query: '?raw', import: 'default' },
)
const files = Object.entries(texts)
  .map(([file, text]) => ({
    file: `src/features/permissions/${file.replace(/^\.\.\//, '').replace(/^\.\//, 'server/')}`,
    text: text.trimEnd(),
  }))
  // Rules first, because the other files use them.
  .toSorted((one, other) => Number(other.file.includes('.access.')) - Number(one.file.includes('.access.')))

/** Returns the source files of the permissions page with their paths. Any signed-in user. */
export async function readSources(ctx: VerbContext): Promise<{ file: string; text: string }[]> {
  authorize(ctx.actor, permissionsAccess.sources)
  return files
}
