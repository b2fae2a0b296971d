import { createIsomorphicFn } from '@tanstack/react-start'
import { currentRequest } from '#/core/log/request-scope.server.ts'

/** Id of the request being served; undefined in the browser. */
export const requestId = createIsomorphicFn()
  .server(() => currentRequest()?.id)
  .client(() => undefined)
