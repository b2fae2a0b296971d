// Every command that reads settings imports this first: a module may read the environment as soon as it is
// loaded.
import { existsSync } from 'node:fs'

if (existsSync('.env')) {
  try {
    // A variable that is set already wins over the file, even when it is empty.
    process.loadEnvFile('.env')
  } catch (error) {
    console.error(
      `\n✗ .env can't be read (${String((error as NodeJS.ErrnoException).code)}). Give this user the right to read it.\n`,
    )
    process.exit(1)
  }
}
