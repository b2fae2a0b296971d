import { authorize } from '#/core/access/access.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { permissionsAccess } from './permissions.access.ts'

// The build inlines the files. On the server, because the browser may not import server files, not even as
// text.
const texts = import.meta.glob<string>(
  [
    './permissions.access.ts',
    './permissions.router.server.ts',
    './check-permission.server.ts',
    './list-permissions.server.ts',
    './guarded-calls.tsx',
  ],
  { eager: true, query: '?raw', import: 'default' },
)
const files = Object.entries(texts)
  .map(([file, text]) => ({ file: `src/app/pages/permissions/${file.slice(2)}`, text: text.trimEnd() }))
  // First the rules, which the others use.
  .toSorted((one, other) => Number(other.file.includes('.access.')) - Number(one.file.includes('.access.')))

/** The source files of the permissions page, by path. Any signed-in user. */
export async function readSources(ctx: VerbContext): Promise<{ file: string; text: string }[]> {
  authorize(ctx.actor, permissionsAccess.sources)
  return files
}
