import path from 'node:path'

/**
 * Loads everything that puts features together, as the build does, and reports what two features both bring.
 */
export async function checkRegistry(root: string): Promise<string[]> {
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
    await runnerImport(path.join(import.meta.dirname, 'every-registry.ts'), config)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
