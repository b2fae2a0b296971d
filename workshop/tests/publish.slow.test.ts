import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '@plinth/testing/programs/project-copy.ts'
import { packAll } from '../publish/pack-all.ts'

test('a package is the same each time', () => {
  const pack = () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plinth-publish-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return packAll(projectRoot, folder)
  }
  expect(pack()).toEqual(pack())
})
