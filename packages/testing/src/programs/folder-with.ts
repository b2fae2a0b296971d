import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A temporary folder with these files; removed when the test has finished. Call it inside a test. */
export function folderWith(files: Record<string, string | object>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-checks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}
