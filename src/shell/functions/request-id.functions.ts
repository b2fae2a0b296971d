import { createIsomorphicFn } from '@tanstack/react-start'
import { currentRequest } from '@plinth/core/server'

/** The id of the current request; undefined in the browser. */
export const requestId = createIsomorphicFn()
  .server(() => currentRequest()?.id)
  .client(() => undefined)
