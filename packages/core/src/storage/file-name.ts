import { AppError } from '#/lib/app-error.ts'
import { readableLine } from '#/lib/safe-text.ts'

// No file system keeps a longer one.
const NAME_MAX_LENGTH = 255

/**
 * The name of an uploaded file as it is shown: as it was, on one line and without a path and hidden
 * characters; `fallback` if nothing visible is left. Throws AppError invalid, field `file`, for a name of
 * more than 255 characters.
 */
export function fileNameOf({ name }: File, fallback: string): string {
  const shown = readableLine(name.slice(name.lastIndexOf('/') + 1))
  if (shown.length > NAME_MAX_LENGTH) throw new AppError('invalid', 'errors:tooLong', { field: 'file' })
  return shown || fallback
}
