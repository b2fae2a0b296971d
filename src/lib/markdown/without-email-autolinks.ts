import type { gfm } from 'micromark-extension-gfm'

type Extension = ReturnType<typeof gfm>
type Constructs = NonNullable<Extension['text']>[string]

/**
 * Disables the parser's search for bare email addresses, which takes minutes for some texts. `mdast-util-gfm`
 * finds them in the parsed tree anyway.
 */
export function withoutEmailAutolinks({ text = {}, ...rest }: Extension): Extension {
  const without = (constructs: Constructs) =>
    [constructs ?? []].flat().filter(({ name }) => name !== 'emailAutolink')
  return {
    ...rest,
    text: Object.fromEntries(Object.entries(text).map(([code, constructs]) => [code, without(constructs)])),
  }
}
