import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { textsPath } from '#/i18n/i18n.ts'
import type { Loadable, TextsFile } from '#/i18n/keys.ts'
import { getLanguages } from '#/i18n/languages.ts'
import { catalogOf, DEVELOPMENT_VERSION } from '#/i18n/server-texts.server.ts'

/** Every file of translations that a page may load, with what it holds. */
export type TextsFiles = ReadonlyMap<TextsFile, readonly Loadable[]>

/** Writes all files of translations below `folder`, the client's build. The build calls it. */
export async function writeTextsFiles(folder: string, textsFiles: TextsFiles): Promise<void> {
  const files = getLanguages().flatMap((language) =>
    [...textsFiles].map(([name, parts]) => ({
      language,
      name,
      json: JSON.stringify(catalogOf(language, parts)),
    })),
  )
  const content = files.map(({ language, name, json }) => `${language} ${name} ${json}`).join('\n')
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  for (const language of getLanguages())
    await mkdir(path.join(folder, 'assets/texts', language), { recursive: true })
  await Promise.all(
    files.map(({ language, name, json }) =>
      writeFile(path.join(folder, textsPath({ language, version }, name)), json),
    ),
  )
}

/** The file of translations at a path, in development; undefined for any other path. */
export function textsResponse(asked: string, textsFiles: TextsFiles): Response | undefined {
  for (const language of getLanguages())
    for (const [name, parts] of textsFiles)
      if (asked === textsPath({ language, version: DEVELOPMENT_VERSION }, name))
        return Response.json(catalogOf(language, parts), { headers: { 'cache-control': 'no-store' } })
  return undefined
}
