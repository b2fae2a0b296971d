import { z } from 'zod'

// SVG can hold scripts, so files with its type or extension are rejected whatever their content.
const isNamedSvg = (file: File) => /svg/i.test(file.type) || /\.svgz?$/i.test(file.name)

/**
 * A form with a single field, `file`. The content is checked elsewhere. `codes` are the errors' translation
 * keys.
 */
export const imageUpload = (codes: { oneFile: string; notAnImage: string }) =>
  z.instanceof(FormData).transform((form, context) => {
    const [entry, ...more] = form.entries()
    const reject = (message: string) => {
      context.addIssue({ code: 'custom', path: ['file'], message })
      return z.NEVER
    }
    if (!entry || more.length > 0 || entry[0] !== 'file' || !(entry[1] instanceof File))
      return reject(codes.oneFile)
    if (isNamedSvg(entry[1])) return reject(codes.notAnImage)
    return { file: entry[1] }
  })
