import { imageRule } from '@plinth/core/files/server'
import { oneFile } from '@plinth/core/client'
import { perMinute, procedure, router } from '@plinth/core/verb/server'
import { profileAccess } from '../profile.access.ts'
import { setLanguageInput } from '../profile.schema.ts'
import { removeProfileImage } from './remove-profile-image.server.ts'
import { setLanguage } from './set-language.server.ts'
import { uploadProfileImage } from './upload-profile-image.server.ts'

export const profileRouter = router({
  setLanguage: procedure(profileAccess.setLanguage, perMinute(60))
    .input(setLanguageInput)
    .mutation(({ ctx, input }) => setLanguage(ctx, input)),
  uploadImage: procedure(profileAccess.uploadImage, perMinute(30), imageRule('icon'))
    .input(oneFile)
    .mutation(({ ctx, input }) => uploadProfileImage(ctx, input)),
  removeImage: procedure(profileAccess.removeImage, perMinute(60)).mutation(({ ctx }) =>
    removeProfileImage(ctx),
  ),
})
