import { sql, type SQL } from 'drizzle-orm'
import type { UIMessage, UIMessageChunk } from 'ai'
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  createdAt,
  organization,
  timestamp,
  tsvector,
  updatedAt,
  user,
  wordsOf,
  workspaceCheck,
  workspaceColumns,
} from '@plinth/core/database/server'
import type { ChatPage } from '../chat-pages.ts'
import type { ModelInfo } from '../chat-message.ts'

export const chatThreads = pgTable(
  'chat_thread',
  {
    /** May come from the client. */
    id: text('id').primaryKey(),
    ...workspaceColumns,
    createdById: text('created_by_id').references(() => user.id, { onDelete: 'set null' }),
    page: text('page').$type<ChatPage>().notNull(),
    title: text('title').notNull(),
    /** The last message of the displayed branch; null before the first message. */
    headId: text('head_id'),
    search: tsvector('search')
      .notNull()
      .generatedAlwaysAs((): SQL => wordsOf(chatThreads.title, 'A')),
    createdAt: createdAt(),
    /** The time of the last message. */
    updatedAt: updatedAt(),
    /** Set on soft deletion. The thread can be restored until the sweep deletes it permanently. */
    deletedAt: timestamp('deleted_at'),
  },
  (table) => [
    workspaceCheck('chat_thread', table),
    index('chat_thread_organization_idx')
      .on(table.organizationId, table.updatedAt, table.id, table.deletedAt)
      .where(sql`${table.organizationId} is not null`),
    index('chat_thread_owner_idx')
      .on(table.ownerId, table.updatedAt, table.id, table.deletedAt)
      .where(sql`${table.ownerId} is not null`),
    index('chat_thread_creator_idx').on(table.createdById),
    index('chat_thread_deleted_idx')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null`),
  ],
)

export const chatMessages = pgTable(
  'chat_message',
  {
    threadId: text('thread_id')
      .notNull()
      .references(() => chatThreads.id, { onDelete: 'cascade' }),
    /** May come from the client for a user message; an answer has the id of its generation. */
    id: text('id').notNull(),
    /** The message before it. Messages with the same parent are versions of each other. */
    parentId: text('parent_id'),
    role: text('role').$type<'user' | 'assistant'>().notNull(),
    parts: jsonb('parts').$type<UIMessage['parts']>().notNull(),
    /**
     * Of each text part of an answer the MarkdownTree as JSON, in order; null until a job has parsed them.
     */
    trees: text('trees').array(),
    /** The text of the parts, for search. */
    text: text('text').notNull(),
    search: tsvector('search')
      .notNull()
      .generatedAlwaysAs((): SQL => wordsOf(chatMessages.text, 'B')),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.threadId, table.id] }),
    // For the job that parses.
    index('chat_message_trees_idx')
      .on(table.id)
      .where(sql`${table.trees} is null and ${table.role} = 'assistant'`),
    // The thread id is part of the index (extension btree_gin).
    index('chat_message_search_idx').using('gin', table.threadId, table.search),
  ],
)

// The database still calls a generation a run, and the user message a question.
export const chatGenerations = pgTable(
  'chat_run',
  {
    /** Also the id of the answer's message. */
    id: text('id').primaryKey(),
    threadId: text('thread_id')
      .notNull()
      .references(() => chatThreads.id, { onDelete: 'cascade' }),
    userMessageId: text('question_id').notNull(),
    /** The sender of the message; tools run with their rights. */
    userId: text('user_id').references(() => user.id, { onDelete: 'set null' }),
    model: jsonb('model').$type<ModelInfo>().notNull(),
    /** `waiting`: for approval of a tool call. */
    state: text('state')
      .$type<'running' | 'waiting' | 'done' | 'stopped' | 'failed'>()
      .notNull()
      .default('running'),
    /** The process that runs it, and the time until which it counts as alive without a heartbeat. */
    holder: text('holder').notNull(),
    leaseUntil: timestamp('lease_until').notNull(),
    stopAskedAt: timestamp('stop_asked_at'),
    createdAt: createdAt(),
    endedAt: timestamp('ended_at'),
  },
  (table) => [
    foreignKey({
      columns: [table.threadId, table.userMessageId],
      foreignColumns: [chatMessages.threadId, chatMessages.id],
    }).onDelete('cascade'),
    // One running generation per thread, under any number of parallel messages.
    uniqueIndex('chat_run_running_uq')
      .on(table.threadId)
      .where(sql`${table.state} = 'running'`),
    index('chat_run_thread_idx').on(table.threadId),
    index('chat_run_user_idx').on(table.userId),
    index('chat_run_ended_idx').on(table.endedAt),
  ],
)

/**
 * The event log of a generation: its streamed chunks in order. Any instance can follow it from any position.
 * Deleted some time after the generation ends.
 */
export const chatGenerationEvents = pgTable(
  'chat_run_event',
  {
    generationId: text('run_id')
      .notNull()
      .references(() => chatGenerations.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    chunks: jsonb('chunks').$type<UIMessageChunk[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.generationId, table.seq] })],
)

/** A tool call that waits for approval by the sender of the message, once, before it expires. */
export const chatApprovals = pgTable(
  'chat_approval',
  {
    id: text('id').primaryKey(),
    generationId: text('run_id')
      .notNull()
      .references(() => chatGenerations.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    toolCallId: text('tool_call_id').notNull(),
    toolName: text('tool_name').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    approved: boolean('approved'),
    decidedAt: timestamp('decided_at'),
  },
  (table) => [
    index('chat_approval_run_idx').on(table.generationId),
    index('chat_approval_user_idx').on(table.userId),
  ],
)

/** Tokens per day (UTC) of a user (`user:ID`) or a workspace. Rows outlive the threads, not the owner. */
export const chatUsage = pgTable(
  'chat_usage',
  {
    subject: text('subject').notNull(),
    day: date('day').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    userId: text('user_id').references(() => user.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id').references(() => organization.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.day] }),
    index('chat_usage_day_idx').on(table.day),
    index('chat_usage_user_idx').on(table.userId),
    index('chat_usage_organization_idx').on(table.organizationId),
  ],
)
