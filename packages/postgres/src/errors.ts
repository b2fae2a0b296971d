/** An error that the embedded server can't recover from. The message is one line that says what to do. */
export class EmbeddedServerError extends Error {
  override name = 'EmbeddedServerError'
}

/** The `code` of a system or database error ('ENOSPC', '57P03'), undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns why a PostgreSQL program exited, as one line of its output. */
export function printedReason(output: string): string {
  const told = /(?:FATAL|PANIC|error):\s+(.*)/.exec(output)?.[1]
  return told ?? output.trim().replaceAll(/\s+/g, ' ').slice(-300)
}

export function saysDiskFull(output: string): boolean {
  return /No space left|Disk quota|wrote only/.test(output)
}

/** Maps a failed read or write of `folder` to an error whose one line says what to do. */
export function folderError(error: unknown, folder: string): EmbeddedServerError {
  if (error instanceof EmbeddedServerError) return error
  return new EmbeddedServerError(explainFolderFailure(errorCode(error), errorText(error), folder), {
    cause: error,
  })
}

/** Maps an error of a running server to an error whose one line says what to do. */
export function serverError(error: unknown, folder: string): EmbeddedServerError {
  if (error instanceof EmbeddedServerError) return error
  const isDiskFull = errorCode(error) === '53100'
  return isDiskFull ? noSpace(folder) : unusableServer(folder, errorText(error))
}

/** The error for an existing server that rejected the connection or did not respond. */
export function unusableServer(folder: string, reason: string): EmbeddedServerError {
  return new EmbeddedServerError(
    `The embedded database in ${folder} cannot be used (${reason}). Fix this, or set DATABASE_URL to another PostgreSQL server.`,
  )
}

export function noSpace(folder: string): EmbeddedServerError {
  return new EmbeddedServerError(
    `No space left on the disk of ${folder} for the embedded database: free some, or set DATA_DIR to a folder on another disk.`,
  )
}

function explainFolderFailure(code: string | undefined, text: string, folder: string): string {
  switch (code ?? '') {
    case 'ENOSPC':
    case 'EDQUOT':
      return noSpace(folder).message
    case 'EROFS':
      return `${folder} is on a read-only file system: set DATA_DIR to a writable folder, or DATABASE_URL to a PostgreSQL server.`
    case 'EACCES':
    case 'EPERM':
      return `This user can't write to ${folder}, the folder of the embedded database: change its owner, set DATA_DIR to another one, or set DATABASE_URL.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${folder} is in the way: it is no folder. Move it, or set DATA_DIR to another folder.`
    default:
      return `The embedded database cannot use ${folder} (${text}): set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.`
  }
}
