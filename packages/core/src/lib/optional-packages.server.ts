import { createRequire } from 'node:module'
import manifest from '../../package.json' with { type: 'json' }
import { StartError } from './start-error.ts'

/** Packages that only a setting needs (decision 060). A project installs those whose settings it uses. */
type Modules = {
  '@ai-sdk/anthropic': typeof import('@ai-sdk/anthropic')
  '@ai-sdk/google': typeof import('@ai-sdk/google')
  '@ai-sdk/openai': typeof import('@ai-sdk/openai')
  '@ai-sdk/openai-compatible': typeof import('@ai-sdk/openai-compatible')
  '@aws-sdk/client-s3': typeof import('@aws-sdk/client-s3')
  '@aws-sdk/lib-storage': typeof import('@aws-sdk/lib-storage')
  '@opentelemetry/exporter-trace-otlp-http': typeof import('@opentelemetry/exporter-trace-otlp-http')
  '@opentelemetry/resources': typeof import('@opentelemetry/resources')
  '@opentelemetry/sdk-trace-node': typeof import('@opentelemetry/sdk-trace-node')
  '@redis/client': typeof import('@redis/client')
}

export type OptionalPackage = keyof Modules & keyof typeof manifest.peerDependenciesMeta

// Of the sources or, as ranges, of what is published.
const versions: Partial<Record<string, string>> = {
  ...manifest.devDependencies,
  ...(manifest as { peerDependencies?: Record<string, string> }).peerDependencies,
}

/** Loads packages that a setting needs. Throws StartError with the command that installs what is missing. */
export async function loadPackages<const Names extends readonly OptionalPackage[]>(
  setting: string,
  ...names: Names
): Promise<{ [at in keyof Names]: Modules[Names[at]] }> {
  const missing = missingPackages(setting, names)
  if (missing !== undefined) throw new StartError(missing)
  const loaded: unknown = await Promise.all(names.map((name) => import(/* @vite-ignore */ name)))
  return loaded as { [at in keyof Names]: Modules[Names[at]] }
}

/** One line that says how to install what is missing of these; undefined if nothing is. */
export function missingPackages(setting: string, names: readonly OptionalPackage[]): string | undefined {
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0) return undefined
  const wanted = missing.map((name) => `${name}@${versions[name]}`.replace('@^', '@'))
  return `${setting} needs what is not installed. Run: npm install --save-prod ${wanted.join(' ')}`
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch (error) {
    // Others are of packages that only `import` finds.
    return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND'
  }
}
