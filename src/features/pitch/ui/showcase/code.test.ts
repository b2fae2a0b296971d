import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { code } from './code.ts'

test('the code of the home page is that of the feature, while it is installed', () => {
  for (const { file, text, lit } of Object.values(code)) {
    const [found] = globSync(`src/features/*/${file}`)
    if (found !== undefined) expect(readFileSync(found, 'utf8')).toContain(text)
    expect(text).toContain(lit)
  }
})
