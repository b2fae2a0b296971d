import { readFileSync } from 'node:fs'
import path from 'node:path'
import { settingNames } from '@plinth/core/internal/app/registry/settings.server.ts'
import '@plinth/cli/installed.ts'

/** Checks that `.env.example` lists every setting once, and nothing else. */
export function checkEnvExample(root: string): string[] {
  const listed = [
    ...readFileSync(path.join(root, '.env.example'), 'utf8').matchAll(/^#?\s?([A-Z][A-Z0-9_]*)=/gm),
  ].map(([, name = '']) => name)
  return [
    ...settingNames()
      .filter((name) => !listed.includes(name))
      .map((name) => `.env.example lacks ${name}, which packages/core/src/env/env.server.ts reads`),
    ...listed
      .filter((name) => !settingNames().includes(name))
      .map((name) => `.env.example lists ${name}, which nothing reads`),
    ...listed
      .filter((name, at) => listed.indexOf(name) !== at)
      .map((name) => `.env.example lists ${name} twice`),
  ]
}
