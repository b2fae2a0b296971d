import { splitCode } from '#/lib/split-code.ts'

const partClass = {
  plain: undefined,
  keyword: 'text-link',
  string: 'text-success-text',
  name: 'text-info-text',
  comment: 'text-muted-foreground',
}

/** TypeScript in colors. */
export function CodeParts({ text }: { text: string }) {
  return splitCode(text).map(({ kind, text: part }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text that never changes
    <span key={index} className={partClass[kind]}>
      {part}
    </span>
  ))
}
