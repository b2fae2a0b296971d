import { createServerFn } from '@tanstack/react-start'
import { guardedFunction } from '@plinth/core/app/server'

/** For local mode pages that read no data: not found for requests from other machines. */
export const requireLocalMode = createServerFn({ method: 'GET' }).handler(
  guardedFunction('local', () => Promise.resolve(true)),
)
