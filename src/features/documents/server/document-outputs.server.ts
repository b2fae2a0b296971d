import { z } from 'zod'
import { pageOf, userOutput } from '@plinth/core/verb/server'
import { documentStatuses } from './documents.table.server.ts'
import { unreadKinds } from '../documents-unread.ts'

export const document = z.object({
  id: z.string(),
  name: z.string(),
  format: z.enum(['pdf', 'docx', 'markdown', 'text', 'html']),
  sizeBytes: z.number().int(),
  status: z.enum(documentStatuses),
  error: z.string().nullable(),
  pages: z.number().int().nullable(),
  unread: z
    .partialRecord(z.enum(unreadKinds), z.number().int())
    .describe('How many of each kind the file holds that were not read'),
  lacksVectors: z
    .boolean()
    .describe('Whether it is found by words only, though an embedding model is configured'),
  language: z.enum(['en', 'de', 'es', 'pt', 'other']).nullable(),
  createdBy: userOutput,
  createdAt: z.date(),
  updatedAt: z.date(),
})
export const documentPage = pageOf(document)

export const documentText = z.object({
  id: z.string(),
  name: z.string(),
  page: z.number().int(),
  pages: z.number().int().nullable(),
  start: z.number().int(),
  length: z.number().int(),
  text: z.string(),
  headings: z.array(z.object({ start: z.number().int(), level: z.number().int() })),
})

export const foundPassages = z.object({
  items: z.array(
    z.object({
      documentId: z.string(),
      name: z.string(),
      heading: z.string(),
      text: z.string(),
      page: z.number().int(),
      start: z.number().int(),
      end: z.number().int(),
      score: z.number(),
    }),
  ),
  confidence: z.enum(['answer', 'possible', 'none']),
})
