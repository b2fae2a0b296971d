import { z } from 'zod'
import { languages } from '#/core/i18n/languages.ts'
import { imageUpload } from '#/core/storage/image-upload.ts'

export const uploadImageInput = imageUpload({
  oneFile: 'profile:errors.oneFile',
  notAnImage: 'profile:errors.notAnImage',
})

export const setLanguageInput = z.strictObject({ language: z.enum(languages) })

export type SetLanguageInput = z.output<typeof setLanguageInput>
export type UploadImageInput = z.output<typeof uploadImageInput>
