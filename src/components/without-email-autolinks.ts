import type { gfm } from 'micromark-extension-gfm'

type Extension = ReturnType<typeof gfm>
type Constructs = NonNullable<Extension['text']>[string]

/**
 * A parser's extension that doesn't look for bare email addresses: it would at the beginning of every word,
 * compare that with everything before, and take minutes for some texts. `mdast-util-gfm` finds them in the
 * parsed tree as well.
 */
export function withoutEmailAutolinks({ text = {}, ...rest }: Extension): Extension {
  const without = (constructs: Constructs) =>
    [constructs ?? []].flat().filter(({ name }) => name !== 'emailAutolink')
  return {
    ...rest,
    text: Object.fromEntries(Object.entries(text).map(([code, constructs]) => [code, without(constructs)])),
  }
}
