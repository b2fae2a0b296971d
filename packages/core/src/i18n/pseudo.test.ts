import { describe, expect, test } from 'vitest'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
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
    expect(inPseudoLanguage(i18n, 'http://localhost:3000/?lng=dev').t('profile:name.full')).toBe(
      pseudo(i18n.t('profile:name.full')),
    )
    expect(inPseudoLanguage(i18n, 'http://localhost:3000/?lng=en').t('profile:name.full')).toBe(
      i18n.t('profile:name.full'),
    )
  })

  test('leaves language, loading and the snapshot unchanged', async () => {
    provideAllTexts()
    const i18n = createServerI18n('en')
    const spoken = inPseudoLanguage(i18n, 'http://localhost:3000/?lng=dev')
    await spoken.load(['profile'])
    expect(spoken.language).toBe('en')
    expect(spoken.snapshot()).toEqual(i18n.snapshot())
  })
})
