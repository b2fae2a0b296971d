import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { guardedFunction } from './guarded.server.ts'
import { signedInOf } from './verb-context.server.ts'

/** Who is signed in and in which workspace, read anew; null for a visitor. */
export const readViewer = createServerFn({ method: 'GET' }).handler(
  guardedFunction('public', async () => (await signedInOf(getRequest().headers)).viewer),
)
