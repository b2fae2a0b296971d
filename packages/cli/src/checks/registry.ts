import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { hashOf } from './import-graph.ts'

/**
 * Loads everything that puts features together, as the build does. Returns what two features both bring, or
 * an empty string.
 */
export async function checkRegistry(root: string): Promise<string> {
  const { runnerImport } = await import('vite')
  // Core is read as the product is: it asks Vite for its texts.
  const resolve = { noExternal: [/^@plinth\//] }
  const config = {
    root,
    configFile: false,
    logLevel: 'silent',
    environments: { inline: { resolve } },
  } as const
  try {
    await runnerImport(import.meta.filename.replace(/registry(?=\.\w+$)/, 'every-registry'), config)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Returns one hash of the registry and of the files in which features say what they bring. */
export function registryInputs(root: string): string {
  const files = globSync(
    [
      'src/*.ts',
      'src/shell/slots/**/*.ts',
      'packages/core/src/app/registry/**/*.ts',
      'package-lock.json',
      'src/features/*/*.{ts,tsx}',
      'src/features/*/server/*.router.server.ts',
    ],
    { cwd: root },
  ).toSorted()
  return hashOf(files.map((file) => file + readFileSync(path.join(root, file), 'utf8')).join('\0'))
}
