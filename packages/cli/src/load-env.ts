// Every command that reads settings imports this first: a module may read the environment as soon as it is
// loaded.
import { provideBrand } from '@plinth/core/internal/brand.ts'
import { readEnvFile } from '@plinth/core/internal/env/env-file.server.ts'
import { brand } from './brand.ts'

provideBrand(brand)

try {
  // A variable that is set already wins over the file, even when it is empty.
  for (const [name, value] of Object.entries(readEnvFile())) process.env[name] ??= value
} catch (error) {
  console.error(`\n✗ ${(error as Error).message}\n`)
  process.exit(1)
}
