import { z } from 'zod'

/** The input of every upload: a form with a single field, `file`. The content is checked elsewhere. */
export const oneFile = z.instanceof(FormData).transform((form, context) => {
  const [entry, ...more] = form.entries()
  if (entry && more.length === 0 && entry[0] === 'file' && entry[1] instanceof File) return { file: entry[1] }
  context.addIssue({ code: 'custom', path: ['file'], message: 'errors:oneFile' })
  return z.NEVER
})

export type OneFile = z.output<typeof oneFile>
