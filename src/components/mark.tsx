import mark from '#/mark.svg?raw'

/** The mark of the product, src/mark.svg, in the colors of the theme. */
export function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block *:size-full ${className}`}
      // oxlint-disable-next-line react/no-danger -- a file of the product
      dangerouslySetInnerHTML={{ __html: mark }}
    />
  )
}

/** The mark as large as a poster, of which its place shows a part. */
export function LargeMark({ className }: { className: string }) {
  return <Mark className={`absolute bottom-0 aspect-square translate-y-[23%] mark-large ${className}`} />
}

/** The mark with its top slipped off: something is missing, or broken. */
export const SlippedMark = ({ className }: { className: string }) => (
  <Mark className={`mark-slipped ${className}`} />
)
