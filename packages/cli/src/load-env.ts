// Every command that reads settings imports this first: a module may read the environment as soon as it is
// loaded.
import { provideBrand } from '@plinth/core/internal/brand.ts'
import { readEnvFile } from '@plinth/core/internal/env/env-file.server.ts'
import { provideLanguages } from '@plinth/core/internal/i18n/languages.ts'
import { brand, brandKey, languages } from './project.ts'

provideBrand({ ...brand, key: brandKey })
provideLanguages(languages)

try {
  // A variable that is set already wins over the file, even when it is empty.
  for (const [name, value] of Object.entries(readEnvFile())) process.env[name] ??= value
} catch (error) {
  console.error(`\n✗ ${(error as Error).message}\n`)
  process.exit(1)
}
