import { defineServerFeature } from '@plinth/core/feature/server'
import { PROFILE_IMAGE } from './server/profile-image-files.server.ts'

export const profileFeature = defineServerFeature({
  name: 'profile',
  required: 'every user has a name.',
  routers: async () => ({ profile: (await import('./server/profile.router.server.ts')).profileRouter }),
  publicFiles: [PROFILE_IMAGE],
  async accountExport(db, userId) {
    const { exportProfileImage } = await import('./server/export-profile-image.server.ts')
    const image = await exportProfileImage(db, userId)
    return image ? [{ path: 'profile-image.webp', fileId: image.id, sizeBytes: image.sizeBytes }] : []
  },
})
