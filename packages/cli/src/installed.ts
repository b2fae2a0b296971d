// Tells core what is installed, for commands and tests that ask what features bring.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const { install } = (await import(pathToFileURL(path.resolve('src/install.server.ts')).href)) as {
  install(): void
}
install()
