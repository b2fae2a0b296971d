import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import createLucideIcon from './lucide-icon.ts'

const Icon = createLucideIcon('box-open', [
  ['path', { d: 'M3 10v9', key: '5wwlr5' }],
  ['circle', { cx: '12', cy: '12', r: '3', key: 'r6nss1' }],
])
const drawing = '<path d="M3 10v9"/><circle cx="12" cy="12" r="3"/>'

test('an icon is its parts under its name, with the classes it is given, and nothing to a screen reader', () => {
  expect(renderToStaticMarkup(createElement(Icon, { className: 'size-4' }))).toBe(
    `<svg viewBox="0 0 24 24" aria-hidden="true" class="lucide lucide-box-open size-4">${drawing}</svg>`,
  )
})

test('an icon with a label is read out', () => {
  expect(renderToStaticMarkup(createElement(Icon, { 'aria-label': 'Open', role: 'img' }))).toBe(
    `<svg viewBox="0 0 24 24" aria-hidden="false" aria-label="Open" role="img" class="lucide lucide-box-open">${drawing}</svg>`,
  )
})
