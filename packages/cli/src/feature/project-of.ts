import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deleteFeatures } from './delete-features.ts'
import { deleteLanguages, languagesOf } from './delete-languages.ts'
import { dropUnused, importedPackages } from './drop-unused.ts'
import { leaveWorkshop } from './leave-workshop.ts'
import { renameProject } from './rename-project.ts'
import { productName } from './rename-text.mjs'
import { featureNames } from './rooms.ts'
import { setAccent } from './set-accent.ts'
import type { Base } from './starter-base.ts'

/** How a project differs from the release that it is made of. */
type Choices = Pick<Base, 'name' | 'hue' | 'removed' | 'removedLanguages'>

type Options = {
  /** The project's own. */
  version?: string
  /** Whether the project is a clone of the starter. */
  keepsWorkshop?: boolean
}

/**
 * Makes the release in `folder` what a project with these choices has of it: without the workshop, without
 * features that it does not have, packages that only these used and languages, with its name, accent and
 * version. Records the choices. The route tree and the migrations are the caller's. What is a project already
 * stays as it is.
 */
export function projectOf(
  folder: string,
  choices: Choices,
  { version, keepsWorkshop = false }: Options = {},
): void {
  const { name, hue, removed = [], removedLanguages = [] } = choices
  if (!keepsWorkshop) leaveWorkshop(folder)
  const imported = importedPackages(folder)
  const present = new Set(featureNames(folder))
  const gone = removed.filter((feature) => present.has(feature))
  if (gone.length > 0) {
    deleteFeatures(folder, gone)
    dropUnused(folder, imported)
  }
  const spoken = languagesOf(folder)
  const forgotten = removedLanguages.filter((code) => spoken.includes(code))
  if (forgotten.length > 0) deleteLanguages(folder, forgotten)
  if (hue !== undefined) setAccent(folder, hue)
  if (name !== undefined) renameProject(folder, productName(name))
  if (version === undefined) return
  const file = path.join(folder, 'package.json')
  const manifest = readFileSync(file, 'utf8')
  writeFileSync(file, manifest.replace(/^ {2}"version": ".*"/m, `  "version": "${version}"`))
}
