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
