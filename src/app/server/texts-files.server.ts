import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { textsPath } from '@plinth/core/i18n/i18n.ts'
import { languages } from '@plinth/core/i18n/languages.ts'
import { catalogOf, DEVELOPMENT_VERSION, provideTexts } from '@plinth/core/i18n/server-texts.server.ts'
import { textsFiles } from '../registry/page-texts.server.ts'
import { catalogs } from '../registry/translations.server.ts'

/** Writes all files of translations below `folder`, the client's build. The build calls it. */
export async function writeTextsFiles(folder: string): Promise<void> {
  provideTexts(catalogs)
  const files = languages.flatMap((language) =>
    [...textsFiles].map(([name, parts]) => ({
      language,
      name,
      json: JSON.stringify(catalogOf(language, parts)),
    })),
  )
  const content = files.map(({ language, name, json }) => `${language} ${name} ${json}`).join('\n')
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  for (const language of languages)
    await mkdir(path.join(folder, 'assets/texts', language), { recursive: true })
  await Promise.all(
    files.map(({ language, name, json }) =>
      writeFile(path.join(folder, textsPath({ language, version }, name)), json),
    ),
  )
}

/** The file of translations at a path, in development; undefined for any other path. */
export function textsResponse(asked: string): Response | undefined {
  for (const language of languages)
    for (const [name, parts] of textsFiles)
      if (asked === textsPath({ language, version: DEVELOPMENT_VERSION }, name))
        return Response.json(catalogOf(language, parts), { headers: { 'cache-control': 'no-store' } })
  return undefined
}
