import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { installed } from '@plinth/core/feature/server'
import { readReference, readRowsWithFiles } from '@plinth/core/internal/app/registry/installed.server.ts'
import { mails } from '@plinth/core/internal/app/registry/mails.server.ts'
import { userColumns } from '@plinth/core/internal/app/registry/user-columns.server.ts'
import { provideAttachments } from '@plinth/core/internal/attachments/attachments.server.ts'
import { providePublicEvents } from '@plinth/core/internal/audit/audit.server.ts'
import { provideReferences } from '@plinth/core/internal/references/references.server.ts'
import { provideUserColumns } from '@plinth/core/internal/auth/user-columns.server.ts'
import { provideMails } from '@plinth/core/internal/email/mail-template.server.ts'
import { languages } from '@plinth/cli/project.ts'
import type { Language, WrittenCatalog, WrittenTexts } from '@plinth/core/texts'
import { provideTexts } from '@plinth/core/server'
import { moduleFolders } from '@plinth/cli/core-folder.ts'
import '@plinth/cli/installed.ts'

const root = process.cwd()

export const mailNames = Object.keys(mails())

/**
 * Provides a test with the real messages, mails, credentials, references, attachments and what follows an
 * audit entry, as the composition root does.
 */
export function provideAllTexts(): void {
  provideTexts(
    Object.fromEntries(languages.map((language) => [language, readCatalog(language)])) as Record<
      Language,
      WrittenCatalog
    >,
  )
  provideMails(mails())
  provideUserColumns(userColumns())
  providePublicEvents(installed().publicEvents)
  provideReferences(readReference)
  provideAttachments(readRowsWithFiles)
}

/** The namespace is the name of the folder that contains `locales`. Files of src replace those of core. */
function readCatalog(language: Language): WrittenCatalog {
  const files = globSync(`${moduleFolders(root)}/**/locales/${language}.json`, { cwd: root }).toSorted()
  return Object.fromEntries(
    files.map((file) => [
      path.basename(path.dirname(path.dirname(file))),
      JSON.parse(readFileSync(path.join(root, file), 'utf8')) as WrittenTexts,
    ]),
  )
}
