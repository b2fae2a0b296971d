import { expect, test } from 'vitest'
import { speaks } from '@plinth/testing/languages.ts'
import { openApp } from '@plinth/testing/http/open-app.ts'
import { settings } from '../billing.matrix.ts'

test('the price list asks no database, in each language', async () => {
  const app = await openApp(settings)
  const pricesIn = async (language: string) => {
    const answer = await fetch(`${app.url}/pricing`, { headers: { 'accept-language': language } })
    return { status: answer.status, text: await answer.text() }
  }
  const [english, german] = [await pricesIn('en'), await pricesIn('de')]
  expect(english.text).toContain('€199')
  if (speaks('de')) expect(german.text).toMatch(/199\s€/)
  await app.database.cut()
  expect(await pricesIn('en')).toEqual(english)
  expect(await pricesIn('de')).toEqual(german)
})
