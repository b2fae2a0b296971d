import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { guardedFunction, signedInOf } from '@plinth/core/app/server'

/** Reads who is signed in, and in which workspace; null for a visitor. */
export const readViewer = createServerFn({ method: 'GET' }).handler(
  guardedFunction('public', async () => (await signedInOf(getRequest().headers)).viewer),
)
