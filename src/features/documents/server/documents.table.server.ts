import { sql } from 'drizzle-orm'
import {
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
} from 'drizzle-orm/pg-core'
import {
  createdAt,
  tsvector,
  updatedAt,
  user,
  workspaceCheck,
  workspaceColumns,
} from '@plinth/core/database/server'
import { file } from '@plinth/core/files/server'
import type { TextLanguage } from '#/lib/text-language.ts'
import type { DocumentFormat } from './parser/format-of.server.ts'
import type { Unread } from '../documents-unread.ts'

export const documentStatuses = ['queued', 'parsing', 'indexing', 'ready', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

export const documents = pgTable(
  'document',
  {
    id: text('id').primaryKey(),
    ...workspaceColumns,
    /** Null once the uploader's account is deleted; the document stays with its organization. */
    createdById: text('created_by_id').references(() => user.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    format: text('format').$type<DocumentFormat>().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    fileId: text('file_id')
      .notNull()
      .references(() => file.id),
    status: text('status').$type<DocumentStatus>().notNull().default('queued'),
    /** The error as a translation key. */
    error: text('error'),
    /** The revision of the current indexing order. Jobs of earlier revisions stop. */
    revision: integer('revision').notNull().default(1),
    language: text('language').$type<TextLanguage>(),
    pages: integer('pages'),
    /** What the file holds besides the text that was read. */
    unread: jsonb('unread').$type<Unread>().notNull().default({}),
    /** The number of its chunks and words in the index, used for statistics over the whole library. */
    chunks: integer('chunks').notNull().default(0),
    words: integer('words').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    workspaceCheck('document', table),
    index('document_organization_idx')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`${table.organizationId} is not null`),
    index('document_owner_idx')
      .on(table.ownerId, table.createdAt, table.id)
      .where(sql`${table.ownerId} is not null`),
    index('document_creator_idx').on(table.createdById),
    index('document_file_idx').on(table.fileId),
  ],
)

const documentId = () =>
  text('document_id')
    .notNull()
    .references(() => documents.id, { onDelete: 'cascade' })

/** The text of a document, one row per page. Formats without pages have one. */
export const documentPages = pgTable(
  'document_page',
  { documentId: documentId(), number: integer('number').notNull(), text: text('text').notNull() },
  (table) => [primaryKey({ columns: [table.documentId, table.number] })],
)

/** Passages for search and citation: `text` is the slice of `page` from `start` to `end`, in UTF-16 units. */
export const documentChunks = pgTable(
  'document_chunk',
  {
    documentId: documentId(),
    position: integer('position').notNull(),
    ...workspaceColumns,
    page: integer('page').notNull(),
    start: integer('start').notNull(),
    end: integer('end').notNull(),
    /** The headings above the passage. */
    heading: text('heading').notNull(),
    text: text('text').notNull(),
    language: text('language').$type<TextLanguage>().notNull(),
    /**
     * Stems of heading and text in the document's language, as the function `stemmed_words` makes them for
     * passages and questions. The migration stores them inline and `text` out of line, because every match
     * reads the stems.
     */
    words: tsvector('words').notNull(),
    wordCount: integer('word_count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.position] }),
    workspaceCheck('document_chunk', table),
    index('document_chunk_organization_words_idx')
      .using('gin', table.organizationId, table.words)
      .with({ fastupdate: false })
      .where(sql`${table.organizationId} is not null`),
    index('document_chunk_owner_words_idx')
      .using('gin', table.ownerId, table.words)
      .with({ fastupdate: false })
      .where(sql`${table.ownerId} is not null`),
  ],
)

const bits = customType<{ data: string; notNull: true }>({ dataType: () => 'bit varying' })

/**
 * The embedding of a passage by `model`, as a unit vector. Rows exist only with an embedding model, and only
 * vectors of the same model are compared. The migration stores the numbers out of line: every search reads
 * the sign bits of all vectors, but the numbers of the nearest only.
 */
export const documentVectors = pgTable(
  'document_vector',
  {
    documentId: text('document_id').notNull(),
    position: integer('position').notNull(),
    ...workspaceColumns,
    model: text('model').notNull(),
    vector: real('vector').array().notNull(),
    /**
     * One bit per number: 1 if it is positive. The Hamming distance is a fast approximation of the vector
     * distance.
     */
    signs: bits('signs').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.position] }),
    foreignKey({
      name: 'document_vector_chunk_fk',
      columns: [table.documentId, table.position],
      foreignColumns: [documentChunks.documentId, documentChunks.position],
    }).onDelete('cascade'),
    workspaceCheck('document_vector', table),
    index('document_vector_organization_idx')
      .on(table.organizationId, table.model)
      .where(sql`${table.organizationId} is not null`),
    index('document_vector_owner_idx')
      .on(table.ownerId, table.model)
      .where(sql`${table.ownerId} is not null`),
  ],
)
