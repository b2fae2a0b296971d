import { createElement, type ComponentProps } from 'react'
import type { IconNode } from 'lucide-react'

/**
 * Stands in for lucide's function of the same purpose, through which the build makes each of its icons
 * (`vite.config.ts`, decision 020): the same icon, without lucide's context. How it is drawn is said once in
 * `styles/app.css`, and the parts of the drawing are written once, when the icon is loaded, instead of being
 * two components and an element each whenever a page is rendered: a tenth of the CPU of `/dashboard`.
 */
export default function createLucideIcon(name: string, parts: IconNode) {
  // Lucide's own constants: nothing in them needs to be escaped.
  const drawing = {
    __html: parts.map(([tag, { key: _, ...attributes }]) => `<${tag}${attributesOf(attributes)}/>`).join(''),
  }
  const className = `lucide lucide-${name}`
  return function LucideIcon(properties: ComponentProps<'svg'>) {
    return createElement('svg', {
      viewBox: '0 0 24 24',
      'aria-hidden': properties['aria-label'] === undefined,
      ...properties,
      className: properties.className ? `${className} ${properties.className}` : className,
      dangerouslySetInnerHTML: drawing,
    })
  }
}

const attributesOf = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
