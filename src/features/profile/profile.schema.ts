import { z } from 'zod'
import { languages } from '@plinth/core/texts'

export const setLanguageInput = z.strictObject({ language: z.enum(languages) })

export type SetLanguageInput = z.output<typeof setLanguageInput>
