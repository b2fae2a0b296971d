import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readEnvFile } from './env-file.server.ts'

const mark = '\uFEFF'
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()
const settings = { PORT: '4100', MAIL_FROM: 'Grüße <a@b.example>' }
const text = 'PORT=4100\nMAIL_FROM="Grüße <a@b.example>"\n'

test.each([
  ['UTF-8', text],
  ['UTF-8 with a byte order mark', mark + text],
  ['UTF-16LE with a mark, as PowerShell writes it', Buffer.from(mark + text, 'utf16le')],
  ['UTF-16LE', Buffer.from(text, 'utf16le')],
  ['UTF-16BE with a mark', bigEndian(mark + text)],
  ['UTF-16BE', bigEndian(text)],
  ['Windows line ends', text.replaceAll('\n', '\r\n')],
  ['no final line end', text.trimEnd()],
  ['what a shell would source', `export PORT=4100 # the port\n\n  export MAIL_FROM='Grüße <a@b.example>'\n`],
  ['what other shells would source', `set PORT=4100\r\n$env:MAIL_FROM = "Grüße <a@b.example>"\r\n`],
  ['tabs and colons', `export\tPORT=4100\nMAIL_FROM: Grüße <a@b.example>\n`],
  ['spaces around', ` PORT = 4100 \n# MAIL_FROM=x\nMAIL_FROM = Grüße <a@b.example>\n`],
])('.env is read: %s', (_, content) => {
  inFolderWith(content)
  expect({ ...readEnvFile() }).toEqual(settings)
})

test('without .env, or an empty one, there are no settings', () => {
  inFolderWith('')
  expect(readEnvFile()).toEqual({})
  rmSync('.env')
  expect(readEnvFile()).toEqual({})
})

test('a .env that is no text, or no file, is named with what to do', () => {
  inFolderWith(Buffer.from('MAIL_FROM=Gr\xfc\xdfe', 'latin1'))
  expect(readEnvFile).toThrow(/^\.env can't be read: .* Save it as UTF-8\.$/)
  rmSync('.env')
  mkdirSync('.env')
  expect(readEnvFile).toThrow(/^\.env can't be read \(EISDIR\)/)
})

function inFolderWith(content: string | Buffer): void {
  const before = process.cwd()
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-env-'))
  process.chdir(folder)
  writeFileSync('.env', content)
  onTestFinished(() => {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  })
}
