import { createIsomorphicFn } from '@tanstack/react-start'
import { getEnv } from '@plinth/core/server'

/** Whether the server is in local mode; never in the browser, for what only the server renders. */
export const isLocalMode = createIsomorphicFn()
  .server(() => getEnv().isLocal)
  .client(() => false)
