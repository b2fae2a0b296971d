import { splitAtWords } from './words.ts'

/** A text in which the typed words are marked. */
export function MarkedText({ text, typed }: { text: string; typed: string }) {
  return splitAtWords(text, typed).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have nothing but their place
      <mark key={at} className="bg-transparent font-semibold text-inherit">
        {piece}
      </mark>
    ),
  )
}
