import { expect, test } from 'vitest'
import { checkSize, contentOf } from './check-file.server.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['%PDF-1.7', 'pdf'],
  [`${'x'.repeat(1000)}%PDF-1.7`, 'pdf'],
  [`${'x'.repeat(1024)}%PDF-1.7`, 'text'],
  ['PK\u0003\u0004%PDF-1.7', 'pdf'],
  ['PK\u0003\u0004', 'zip'],
  ['\u0089PNG\r\n\u001a\n', 'png'],
  ['\u00ff\u00d8\u00ff', 'jpeg'],
  ['GIF89a', 'gif'],
  ['RIFF\u0000\u0000\u0000\u0000WEBPVP8L', 'webp'],
  ['A short WEBP guide', 'text'],
  ['', 'text'],
  ['M\u0000Z', undefined],
])('%j is of the content %s', (text, content) => {
  expect(contentOf(bytes(text))).toBe(content)
})

test('a file is neither empty nor larger than its limit', () => {
  const check = (size: number) => () => checkSize(new Blob([new Uint8Array(size)]), 1024 * 1024)
  expect(check(1024 * 1024)).not.toThrow()
  expect(check(0)).toThrow(expect.objectContaining({ kind: 'invalid', code: 'errors:emptyFile' }))
  const params = { field: 'file', maxMegabytes: 1 }
  expect(check(1024 * 1024 + 1)).toThrow(
    expect.objectContaining({ kind: 'too_large', code: 'errors:fileTooLarge', params }),
  )
})
