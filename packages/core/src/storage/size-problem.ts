type SizeProblem = { code: 'errors:emptyFile' | 'errors:fileTooLarge'; params: Record<string, number> }

/** Why a file of this size is not taken, for the form and the server; undefined if it is. */
export function sizeProblem({ size }: Blob, maxBytes: number): SizeProblem | undefined {
  if (size === 0) return { code: 'errors:emptyFile', params: {} }
  if (size <= maxBytes) return undefined
  return { code: 'errors:fileTooLarge', params: { maxMegabytes: maxBytes / 1024 / 1024 } }
}
