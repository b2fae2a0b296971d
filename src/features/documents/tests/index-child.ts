// A separate process that indexes one document, for a test to kill: node
// src/features/documents/tests/index-child.ts // '{"connection":...,"folder":...,"order":...}'
import { provideBrand } from '@plinth/core/app'
import { openDatabase } from '@plinth/core/internal/db/database.server.ts'
import { createLog } from '@plinth/core/internal/log/log.server.ts'
import { openTestStorage } from '@plinth/testing/test-storage.ts'
import { brand, brandKey } from '#/brand.ts'
import { indexDocumentJob } from '../server/index-document.server.ts'

provideBrand({ ...brand, key: brandKey })
const { connection, folder, order } = JSON.parse(process.argv[2] ?? '{}')
const log = createLog('silent')
const { db, close } = openDatabase(connection, log)
const job = indexDocumentJob({ storage: await openTestStorage(folder), embedding: undefined })
await job.handler({ db, log, signal: new AbortController().signal, attempt: 1 }, order)
await close()
