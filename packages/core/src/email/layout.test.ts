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
