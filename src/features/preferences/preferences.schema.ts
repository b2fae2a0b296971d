import { z } from 'zod'
import { optionalMails } from '@plinth/core/feature'
import { contrasts, motions, textSizes } from '@plinth/core/format'

export const setDisplayInput = z.strictObject({
  textSize: z.enum(textSizes),
  contrast: z.enum(contrasts),
  motion: z.enum(motions),
})
export const setMailInput = z.strictObject({ kind: z.enum(optionalMails), isWanted: z.boolean() })

export type SetDisplayInput = z.output<typeof setDisplayInput>
export type SetMailInput = z.output<typeof setMailInput>
