import { defineConfig } from 'drizzle-kit'
import { tableFiles } from '@plinth/cli/core-folder.ts'

export default defineConfig({
  dialect: 'postgresql',
  schema: tableFiles('.'),
  out: './drizzle',
  // Only db:studio connects, and it sets DATABASE_URL.
  ...(process.env.DATABASE_URL ? { dbCredentials: { url: process.env.DATABASE_URL } } : {}),
})
