import { Fragment } from 'react'

/** A path or a URL, which breaks after a slash before it breaks within a name. */
export function PathText({ text }: { text: string }) {
  return text.split(/(?<=\/)(?!\/)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a part is its place
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
