import { z } from 'zod'
import { languages } from '#/languages.ts'

export const setLanguageInput = z.strictObject({ language: z.enum(languages) })

export type SetLanguageInput = z.output<typeof setLanguageInput>
