import { describe, expect, test } from 'vitest'
import { provideAllTexts } from '../../../tests/support/provide-all-texts.ts'
import { inPseudoLanguage, pseudo } from './pseudo.ts'
import { createServerI18n } from './server-texts.server.ts'

describe('the pseudo-language', () => {
  test('adds accents, a third more length, and brackets at both ends', () => {
    expect(pseudo('Posts')).toBe('[Þöšťš~~]')
    expect(pseudo('')).toBe('[]')
  })

  test('applies to every translation when the URL asks for it in development', () => {
    provideAllTexts()
    const i18n = createServerI18n('en')
    expect(inPseudoLanguage(i18n, 'http://localhost:3000/?lng=dev').t('posts:shell.nav')).toBe(
      pseudo(i18n.t('posts:shell.nav')),
    )
    expect(inPseudoLanguage(i18n, 'http://localhost:3000/?lng=de').t('posts:shell.nav')).toBe(
      i18n.t('posts:shell.nav'),
    )
  })

  test('leaves language, loading and the snapshot unchanged', async () => {
    provideAllTexts()
    const i18n = createServerI18n('en')
    const spoken = inPseudoLanguage(i18n, 'http://localhost:3000/?lng=dev')
    await spoken.load(['posts'])
    expect(spoken.language).toBe('en')
    expect(spoken.snapshot()).toEqual(i18n.snapshot())
  })
})
