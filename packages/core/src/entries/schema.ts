// Fields of inputs, ids, searches.
export { asciiDigits } from '#/lib/ascii-digits.ts'
export { codeIn } from '#/lib/code-in.ts'
export { createId } from '#/lib/create-id.ts'
export {
  UPLOADING,
  date,
  dateTime,
  email,
  longText,
  manyOf,
  markdown,
  money,
  number,
  reference,
  required,
  text,
  upload,
  url,
} from '#/lib/fields.ts'
export { type Issue, issueCode } from '#/lib/issue-code.ts'
export { isLoopbackHost } from '#/lib/loopback.ts'
export { findUnstorable, readableLine } from '#/lib/safe-text.ts'
export { SEARCH_MAX_LENGTH, listSearch, readSearch, upTo } from '#/lib/search-params.ts'
export { requiredText } from '#/lib/short-text.ts'
export type { LimitRule } from '#/limits/limit-rule.ts'
export { pageInput } from '#/trpc/page-input.ts'
