import { z } from 'zod'

// SVG is a program in the form of a picture: what so much as calls itself one is refused, even with other
// bytes inside.
const callsItselfSvg = (file: File) => /svg/i.test(file.type) || /\.svgz?$/i.test(file.name)

/**
 * A form with one field, `file`, that holds one file. What is in the file is the server's to judge.
 * `refusals` are the codes of what is said.
 */
export const imageUpload = (refusals: { oneFile: string; notAnImage: string }) =>
  z.instanceof(FormData).transform((form, context) => {
    const [entry, ...more] = form.entries()
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', path: ['file'], message })
      return z.NEVER
    }
    if (!entry || more.length > 0 || entry[0] !== 'file' || !(entry[1] instanceof File))
      return refuse(refusals.oneFile)
    if (callsItselfSvg(entry[1])) return refuse(refusals.notAnImage)
    return { file: entry[1] }
  })
