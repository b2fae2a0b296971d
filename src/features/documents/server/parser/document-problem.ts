/** Why a file can't be parsed, as a translation key. */
export type ProblemCode =
  | 'documents:errors.wrongType'
  | 'documents:problems.broken'
  | 'documents:problems.fileMissing'
  | 'documents:problems.encrypted'
  | 'documents:problems.noText'
  | 'documents:problems.scanned'
  | 'documents:problems.tooManyPages'
  | 'documents:problems.tooMuchText'
  | 'documents:problems.unpacksTooLarge'
  | 'documents:problems.tookTooLong'
  | 'documents:problems.needsTooMuch'

export const TOOK_TOO_LONG = 'documents:problems.tookTooLong'

/** A file that can't be parsed. Retrying does not help. */
export class DocumentProblem extends Error {
  override name = 'DocumentProblem'
  readonly code: ProblemCode

  constructor(code: ProblemCode) {
    super(code)
    this.code = code
  }
}
