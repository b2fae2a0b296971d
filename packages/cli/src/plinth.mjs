#!/usr/bin/env node
// Runs a command, or a program of the project, in this process: plinth check, plinth workshop/cluster.ts.
// Installs nothing, so it is what containers run.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { commandFile, commandNames } from './commands.mjs'

const [name = '', ...args] = process.argv.slice(2)
if (!commandNames.includes(name) && !existsSync(name)) {
  console.error(`\n✗ There is no command ${name}. The commands: ${commandNames.join(', ')}.\n`)
  process.exit(1)
}
// A program of a feature reads settings as commands do.
if (name.startsWith('src/')) await import(pathToFileURL(path.resolve(commandFile('load-env'))).href)
const file = path.resolve(commandNames.includes(name) ? commandFile(name) : name)
process.argv = [process.execPath, file, ...args]
await import(pathToFileURL(file).href)
