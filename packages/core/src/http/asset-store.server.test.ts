import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadAssets, type BuiltAssets } from './asset-store.server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plinth-assets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function encodingOf({ assets }: BuiltAssets, accepted: string): string | null | undefined {
  const request = new Request('http://localhost/page.js', { headers: { 'accept-encoding': accepted } })
  return assets('/page.js', request)?.headers.get('content-encoding')
}

test('what a build has left is served as it is, and compressed from then on', async () => {
  writeFileSync(path.join(folder, 'page.js'), 'say("the same words"); '.repeat(100))
  writeFileSync(path.join(folder, 'logo.png'), 'no text')
  const built = await loadAssets(folder, {})
  expect(encodingOf(built, 'br, gzip')).toBeNull()

  // Two servers of one folder.
  await Promise.all([built.compress(), (await loadAssets(folder, {})).compress()])
  expect(encodingOf(built, 'br, gzip')).toBe('br')
  expect(encodingOf(built, 'gzip')).toBe('gzip')
  expect(readdirSync(folder).toSorted()).toEqual(['logo.png', 'page.js', 'page.js.br', 'page.js.gz'])
  expect(encodingOf(await loadAssets(folder, {}), 'br')).toBe('br')
})
