import { createIsomorphicFn } from '@tanstack/react-start'
import { getEnv } from '#/core/env/env.server.ts'

/** Origin of the public address. Previews of a shared link load only absolute URLs. */
export const publicOrigin = createIsomorphicFn()
  .server(() => getEnv().APP_URL)
  .client(() => location.origin)
