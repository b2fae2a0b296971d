import { authorize } from '#/core/access/access.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { permissionsAccess } from './permissions.access.ts'

// Taken by the build from the files themselves. On the server, because no file that is for it may be reached
// from the browser, not even as a text.
const texts = import.meta.glob<string>(
  [
    './permissions.access.ts',
    './permissions.router.server.ts',
    './prove-permission.server.ts',
    './list-permissions.server.ts',
    './guarded-calls.tsx',
  ],
  { eager: true, query: '?raw', import: 'default' },
)
const files = Object.entries(texts).map(([file, text]) => ({
  file: `src/app/pages/permissions/${file.slice(2)}`,
  text: text.trimEnd(),
}))

/** The code of the page that shows permissions, by its place in the project. Whoever is signed in. */
export async function readSources(ctx: VerbContext): Promise<{ file: string; text: string }[]> {
  authorize(ctx.actor, permissionsAccess.sources)
  return files
}
