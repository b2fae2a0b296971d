import { defineServerFeature } from '@plinth/core/feature/server'

export const permissionsFeature = defineServerFeature({
  name: 'permissions',
  async routers({ accessRules }) {
    const { createPermissionsRouter } = await import('./server/permissions.router.server.ts')
    return { permissions: createPermissionsRouter(await accessRules()) }
  },
})
