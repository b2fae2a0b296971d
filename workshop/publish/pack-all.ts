import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PACKED, type Packed } from '@plinth/cli/feature/leave-packages.mjs'
import { npmCommand } from '@plinth/cli/npm-command.mjs'
import { buildPackage, packagesOf } from './build-package.ts'
import type { Manifest } from './published-manifest.ts'

/** Packs every package of ours into `to`, which is emptied first. Throws an Error that says what fails. */
export function packAll(root: string, to: string): Packed[] {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const scratch = mkdtempSync(path.join(tmpdir(), 'plinth-pack-'))
  try {
    const packed = packagesOf(root).map((name) => {
      const folder = path.join(scratch, name)
      return pack(folder, buildPackage(root, name, folder), to)
    })
    writeFileSync(path.join(to, PACKED), `${JSON.stringify(packed, undefined, 2)}\n`)
    return packed
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

function pack(folder: string, manifest: Manifest, to: string): Packed {
  const [npm, ...first] = npmCommand()
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', path.resolve(to)]
  const { status, stdout, stderr } = spawnSync(npm, [...first, ...args], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm does not pack ${manifest.name}: ${stderr}`)
  const [made] = JSON.parse(stdout) as { filename: string; integrity: string }[]
  if (!made) throw new Error(`npm packed no ${manifest.name}`)
  return { file: made.filename, integrity: made.integrity, manifest }
}
