import { createIsomorphicFn } from '@tanstack/react-start'
import { getEnv } from '@plinth/core/server'

/** Origin of the public URL. Link previews load absolute URLs only. */
export const publicOrigin = createIsomorphicFn()
  .server(() => getEnv().APP_URL)
  .client(() => location.origin)
