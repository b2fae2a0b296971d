import { describe, expect, test } from 'vitest'
import { composeMail } from '@plinth/core/internal/email/compose-mail.server.ts'
import { featureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { mailNames, provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { languages } from '#/languages.ts'

provideAllTexts()

const appUrl = 'https://app.example.com'
const url = `${appUrl}/go?token=abc&next=%2Fhome`
const cause = { firstName: 'Ada', at: new Date('2026-11-20T10:15:00Z'), ip: '203.0.113.7' }
const examples = featureFixtures.flatMap(({ mails }) => mails?.({ cause, url }) ?? [])

test('every email has an example', () => {
  const missing = mailNames
    .filter((name) => !examples.some(({ template }) => template === name))
    .map((name) => `The email ${name} has no example: add one to \`mails\` in the fixtures of its feature.`)
  expect(missing, missing.join('\n')).toEqual([])
})

describe.each(languages.flatMap((language) => examples.map((one) => ({ ...one, language, example: one }))))(
  'the email $template in $language',
  ({ language, example }) => {
    test('says the same in HTML and text, with no text missing, and links to the application', async () => {
      const { subject, html, text, links } = await composeMail({ ...example, language }, appUrl)
      const shown = visibleText(html)
      for (const line of text.split('\n').filter((each) => each !== '' && each !== '-- '))
        // An address is shown whole: who copies it needs its token.
        expect(shown).toContain(links.includes(line) ? line : line.replace(/:$/, ''))
      expect(`${subject}${text}${shown}`).not.toMatch(/\{\{|email:|undefined|\[object/)
      expect(html).toContain(`lang="${language}"`)
      for (const link of links) expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
      if ('url' in example.params) expect(links[0]).toBe(example.params.url)
      for (const link of links) expect(link.startsWith(`${appUrl}/`), link).toBe(true)
    })
  },
)

function visibleText(html: string): string {
  return html
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
}
