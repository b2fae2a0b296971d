import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './{src,packages/core/src}/**/*.table.server.ts',
  out: './drizzle',
  // Only db:studio connects, and it sets DATABASE_URL.
  ...(process.env.DATABASE_URL ? { dbCredentials: { url: process.env.DATABASE_URL } } : {}),
})
