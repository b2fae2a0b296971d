import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MailLayout } from './layout.ts'

test('a mail without an action has no button and no link', () => {
  const texts = { subject: 'Paid', heading: 'Paid', greeting: 'Hi,', body: 'Thank you.', reason: 'Because.' }
  const brand = { name: 'Acme', key: 'acme', hue: 255 }
  const props = { ...texts, brand, language: 'en', linkHint: 'Or open:', origin: 'Sent today.' }
  const markup = (more = {}) => renderToStaticMarkup(createElement(MailLayout, { ...props, ...more }))
  expect(markup()).not.toMatch(/<a |Or open/)
  expect(markup({ action: { label: 'Open', url: 'https://acme.example' } })).toMatch(/<a .*Or open/)
})

test('a mail shows a mark that is a stack of rectangles, and the initial instead of any other', () => {
  const texts = { subject: 'Paid', heading: 'Paid', greeting: 'Hi,', body: 'Thank you.', reason: 'Because.' }
  const shown = (mark?: string) =>
    renderToStaticMarkup(
      createElement(MailLayout, {
        ...texts,
        ...{ brand: { name: 'Acme', key: 'acme', hue: 255, mark }, language: 'en', linkHint: '', origin: '' },
      }),
    )
  const slabs =
    '<svg><rect y="0" width="12" height="4"/><rect y="6" width="24" height="4" fill="#c9603f"/></svg>'
  expect(shown(slabs)).toMatch(/width:21px;height:7px.*padding-top:4px.*width:42px;height:7px.*#c9603f/)
  expect(shown(slabs)).not.toContain('>A</td>')
  for (const other of [undefined, '<svg><rect y="0" width="24" height="4"/><path d="M0 0"/></svg>'])
    expect(shown(other)).toContain('>A</td>')
})
