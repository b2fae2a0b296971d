import { z } from 'zod'
import { plainAddress } from './safe-text.ts'
import { shortText } from './short-text.ts'

// The types of a form's fields, one for each kind. An empty text is '', and any other empty value is null.

const LAST_YEAR = 9999

/** A line of text. */
export const text = (maxLength = 200) => shortText(maxLength)

/** Text of several lines. */
export const longText = (maxLength = 10_000) => z.string().trim().max(maxLength, 'errors:tooLong')

/** A text in Markdown, which the verb parses (`formatFields`). */
export const markdown = (maxLength = 50_000) => longText(maxLength)

export const email = () =>
  text(254)
    .overwrite(plainAddress)
    .refine((value) => value === '' || emailAddress.safeParse(value).success, 'errors:invalidEmail')

/** A link that is safe to follow: http or https. */
export const url = () =>
  text(2_000).refine((value) => value === '' || webAddress.safeParse(value).success, 'errors:invalidUrl')

const emailAddress = z.email()
const webAddress = z.url({ protocol: /^https?$/ })

const notANumber = {
  error: ({ code }: { code?: string }) => (code === 'invalid_type' ? 'errors:invalidNumber' : undefined),
}

export const number = ({ min = -1e15, max = 1e15 } = {}) => z.number(notANumber).min(min).max(max)

/** In minor units, such as cents. */
export const money = ({ min = -1e15, max = 1e15 } = {}) => z.number(notANumber).int().min(min).max(max)

/** A day of the calendar, `2026-01-31`, which is the same day everywhere. */
// PostgreSQL lacks the year 0.
export const date = () => z.iso.date('errors:invalidDate').refine((day) => day > '0001', 'errors:invalidDate')

/** A moment. */
export const dateTime = () =>
  z
    .date('errors:invalidDate')
    .refine((at) => at.getUTCFullYear() > 0 && at.getUTCFullYear() <= LAST_YEAR, 'errors:invalidDate')

/** Several of these values, each once. */
export const manyOf = <const Values extends readonly string[]>(values: Values) =>
  z
    .array(z.enum(values))
    .max(values.length)
    .refine((chosen) => new Set(chosen).size === chosen.length)

/** The id of a row of another feature, or of a member; the verb checks that it is there. */
export const reference = () =>
  z.stringFormat('id', /^[\w-]{1,64}$/, {
    error: ({ input }) => (input === '' ? 'errors:required' : 'errors:invalid'),
  })

/** The value of a field while its file is being uploaded: no form is sent with it. */
export const UPLOADING = '...'

/** The id of an uploaded file or picture; the verb checks whose it is. */
export const upload = () =>
  z
    .stringFormat('id', /^[0-9a-z]{10,64}$/, {
      error: ({ input }) =>
        input === '' ? 'errors:required' : input === UPLOADING ? 'errors:uploading' : 'errors:invalid',
    })
    .describe('The id of a file that this user has uploaded for it, or the one that it has')

/** A text that may not be empty, a list that may not be, or a value that may not be null. */
export function required<Type extends z.ZodString | z.ZodArray>(type: Type): Type
export function required<Type extends z.ZodType>(
  type: Type,
): z.ZodPipe<z.ZodNullable<Type>, z.ZodTransform<NonNullable<z.output<Type>>>>
export function required(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodString || type instanceof z.ZodArray) return type.min(1, 'errors:required')
  return type.nullable().transform((value, { issues }) => {
    if (value === null) issues.push({ code: 'custom', message: 'errors:required', input: value })
    return value
  })
}
