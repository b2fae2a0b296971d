import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Removes a file or a folder, and the folders above that are empty without it, which git does not have. */
export function removeWithFolders(place: string): void {
  rmSync(place, { recursive: true, force: true })
  for (let folder = path.dirname(place); existsSync(folder) && readdirSync(folder).length === 0;) {
    rmdirSync(folder)
    folder = path.dirname(folder)
  }
}
