import type { ComponentProps } from 'react'

type IconNode = readonly (readonly [tag: string, attributes: Record<string, string>])[]

/**
 * Makes lucide-react's icons in the build (`build/light-icons.ts`). An icon is one element whose shapes are a
 * string, and the style sheet has what all icons share: half the HTML and a fraction of the work of lucide's
 * own, which renders each shape and repeats nine attributes.
 */
export default function createIcon(_name: string, node: IconNode) {
  const shapes = { __html: node.map(htmlOf).join('') }
  return function Icon({ className, ...props }: ComponentProps<'svg'>) {
    return (
      <svg
        viewBox="0 0 24 24"
        className={className ? `lucide ${className}` : 'lucide'}
        aria-hidden={props['aria-label'] === undefined}
        {...props}
        // oxlint-disable-next-line react/no-danger -- the shapes of a package
        dangerouslySetInnerHTML={shapes}
      />
    )
  }
}

function htmlOf([tag, { key: _, ...attributes }]: IconNode[number]): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
  return `<${tag}${written.join('')}/>`
}
