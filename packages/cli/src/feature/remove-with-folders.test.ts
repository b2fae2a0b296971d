import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeWithFolders } from './remove-with-folders.ts'

test('what is left empty goes with it, and nothing else', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'plinth-folders-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const at = (file: string) => path.join(root, file)
  mkdirSync(at('routes/dashboard/invoices'), { recursive: true })
  for (const file of ['routes/index.tsx', 'routes/dashboard/invoices/index.tsx']) writeFileSync(at(file), '')
  removeWithFolders(at('routes/dashboard/invoices/index.tsx'))
  expect(existsSync(at('routes/dashboard'))).toBe(false)
  expect(existsSync(at('routes/index.tsx'))).toBe(true)
})
