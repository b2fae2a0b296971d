import type { AnyRouter, AnyTRPCRouter } from '@trpc/server'
import type { JSONValue } from 'ai'
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { AccessRule } from '#/access/access.ts'
import type { SignedInActor } from '#/access/actor.ts'
import type { WorkspaceKind } from '#/access/workspace.server.ts'
import type { Models } from '#/ai/models.server.ts'
import type { RowsWithFiles } from '#/attachments/attachments.server.ts'
import type { AuthEndpoint } from '#/auth/auth-endpoint.server.ts'
import type { HeldSessions } from '#/auth/auth-context.server.ts'
import type { AuthPlugins } from '#/auth/auth.server.ts'
import type { Credential, UserColumn } from '#/auth/user-columns.server.ts'
import type { Db, OpenDatabase, Transaction } from '#/db/database.server.ts'
import type { Template } from '#/email/mail-template.server.ts'
import type { Env, Settings } from '#/env/env.server.ts'
import type { Translate } from '#/i18n/keys.ts'
import type { JobDefinition } from '#/jobs/jobs.server.ts'
import type { Log } from '#/log/log.server.ts'
import type { Live } from '#/realtime/live.server.ts'
import type { Reference } from '#/references/reference-source.server.ts'
import type { Storage } from '#/storage/storage.server.ts'
import type { Scope } from '#/trpc/scopes.server.ts'
import type { VerbContext } from '#/trpc/context.server.ts'
import type { ChatParts, PageSettings } from './feature.ts'

// The server half of the page to read first: everything a feature may bring to the server. A feature exports
// one object of this type from its feature.server.ts, and src/app.server.ts lists it. The file is
// read at start, so whatever is heavy is behind `() => import(...)`.

/** What a feature brings to the server. Every slot is optional except the name. */
export type ServerFeature = OtherSlots & (SignInSlots | CredentialSlots)

type SignInSlots = {
  /** Its part of signing in, loaded with the first request to /api/auth. */
  readonly auth?: (installed: Installed) => Promise<FeatureAuth>
  /** What refers to a user, and which of it can let somebody in. */
  readonly userColumns?: readonly UserColumn[]
}

/** A feature with a plugin of Better Auth says first which credential it brings, and what ends it. */
type CredentialSlots = {
  readonly auth: (installed: Installed) => Promise<FeaturePlugins>
  readonly userColumns: readonly [Credential, ...UserColumn[]]
}

type OtherSlots = {
  /** The name of the feature's folder. */
  readonly name: string
  /** Why the application can't do without it; `npm run remove` says it. */
  readonly required?: string
  /** Features without which it can't work: it may import their index files. Checked at start, and linted. */
  readonly needs?: readonly string[]
  /** tRPC routers by name, loaded with the first call. `all` returns the router of all features, later. */
  readonly routers?: (
    installed: Installed,
    application: () => Promise<Application>,
    all: () => AnyTRPCRouter,
  ) => Promise<Readonly<Record<string, AnyRouter>>>
  /** The scopes of its operations of the API, such as `things:read`. The router throws at others. */
  readonly scopes?: readonly Scope[]
  /** Environment variables, validated at start and documented in .env.example. */
  readonly settings?: Settings
  /** What all pages may know of its settings. */
  readonly pageSettings?: (env: Env) => Partial<PageSettings>
  /** What of it a plan may limit, by the names that it asks `requirePlanRoom` or `countForPlan` for. */
  readonly planLimits?: readonly string[]
  /** Email templates by the name stored with each email. */
  readonly mails?: Readonly<Record<string, Template<never>>>
  /** Background jobs: handlers of queued jobs, and schedules such as a nightly sweep. */
  readonly jobs?: (application: Application, installed: Installed) => readonly JobDefinition[]
  /** The user's rows and files in their data export. */
  readonly accountExport?: AccountExport
  /** Purposes of stored files that /api/files serves to everybody who has their id, such as images. */
  readonly publicFiles?: readonly string[]
  /**
   * Audit actions that the servers of an organization may hear of, with the name of the event:
   * `{ 'thing.create': 'things.created' }`. Names are a contract. An event carries the entry's actor, target
   * and details, so these must be fit for every admin of the organization.
   */
  readonly publicEvents?: Readonly<Record<string, string>>
  /** Tools that a chat may call for the user, loaded with the first message. */
  readonly chatTools?: () => Promise<ChatTools>
  /** Its rows, for rows of other features that refer to them by its name. */
  readonly reference?: () => Promise<Reference>
  /** Its rows with files, as `defineAttachments` returns them. */
  readonly attachments?: () => Promise<RowsWithFiles>
  /** What the home page of the dashboard reads, loaded with its first visit. */
  readonly overview?: () => Promise<FeatureOverview>
  /** Rows of the demo, seeded into an empty local database. */
  readonly demo?: () => Promise<Demo>
}

/** Declares a feature's server half, with its types kept. */
export const defineServerFeature = <const F extends ServerFeature>(feature: F): F => feature

/** The parts of a running instance, opened once per process. */
export type Application = {
  env: Env
  log: Log
  /** The signing secret; derive a key for each purpose. */
  secret: string
  db: OpenDatabase['db']
  /** For work that needs sessions of its own, which a connection pooler doesn't give. */
  direct: OpenDatabase['direct']
  storage: Storage
  models: Models
  live: Live
}

/** What all installed features bring to the slots that one feature reads. */
export type Installed = {
  accountExport: AccountExport
  /** The names of all public events, by their audit action. */
  publicEvents: ReadonlyMap<string, string>
  /** The tables that name the targets of the audit log, by its target type. */
  activityTargets(): Promise<Readonly<Record<string, ActivityTarget>>>
  chatTools(): Promise<Required<ChatTools>>
  chat(): Promise<ChatParts>
  /** Every access rule of the application. */
  accessRules(): Promise<readonly AccessRule[]>
  /** The names of all email templates. */
  mails: ReadonlySet<string>
  /** Every scope that a token may have. */
  scopes: readonly Scope[]
}

/** A feature's part of signing in. One with plugins is of type `FeaturePlugins`. */
export type FeatureAuth = AuthSlots & { plugins?: undefined; tables?: undefined }

type AuthSlots = {
  /** Endpoints of Better Auth, or our own, that are served under /api/auth. */
  endpoints?: readonly AuthEndpoint[]
  /** Sessions that a browser holds beside the active one, in cookies of the feature. */
  heldSessions?: HeldSessions
}

/** The part of a feature that brings a way to sign in, with plugins of Better Auth. */
export type FeaturePlugins = AuthSlots & {
  /** Our checks around their endpoints are in the rows of `endpoints`. */
  plugins: AuthPlugins
  /** The tables of the plugins, by the names that the library gives them. */
  tables?: Readonly<Record<string, PgTable>>
}

/** A feature's part of the dashboard's home page: first steps of a new user, and recent activity. */
export type FeatureOverview = {
  steps?: readonly OnboardingStep[]
  /** Audit actions that every member of the workspace may see. Others stay with the owners. */
  activity?: readonly string[]
  /** The table that names the targets of these actions, by the audit log's target type. */
  targets?: Readonly<Record<string, ActivityTarget>>
}

/** A step of a new user. Its texts and its link are in the feature's browser half, under the same name. */
export type OnboardingStep = {
  name: string
  /** Steps are shown in this order. */
  order: number
  /** Returns false to leave the step out for this user. */
  isFor?(actor: SignedInActor): boolean
  /** The SQL expression that is true once it is done, with the placeholders `userId` and `organizationId`. */
  isDone(db: Db, kind: WorkspaceKind): SQL<boolean>
}

/** Rows with a title. A row that `where` excludes, such as a deleted one, is shown without its title. */
export type ActivityTarget = {
  table: PgTable & { id: PgColumn; organizationId: PgColumn; ownerId: PgColumn }
  title: PgColumn
  where?: SQL
}

/** A request to a server route that a feature answers. */
export type EndpointCall<Params = unknown> = {
  request: Request
  params: Params
  ctx: VerbContext
  /** In the reader's language. */
  t: Translate
  application: () => Promise<Application>
  installed: Installed
}

/** One file of a data export: rows streamed as JSON, an object as JSON, or a stored file. */
export type ExportEntry =
  | { path: string; rows: AsyncIterable<object> | readonly object[] }
  | { path: string; object: object }
  | { path: string; fileId: string; sizeBytes: number }

/** Returns the files of a user's data export. */
export type AccountExport = (db: Db, userId: string) => Promise<readonly ExportEntry[]>

/**
 * A tool of the chat: a verb with a description for the model. It runs with the current rights of the user
 * who sent the message, and its input is checked like a client's.
 */
export type ChatTool<Input = unknown, Output = JSONValue, Schema = z.ZodType> = {
  description: string
  input: Schema
  run(ctx: VerbContext, input: Input, call: { id: string }): Promise<Output>
  /** What the built-in model says about a result of `run`, as Markdown. By default, that it is done. */
  describe?(t: Translate, output: Output, input: Input): string
}

/** Declares a tool; `run` and `describe` get its input as parsed by the schema. */
export const defineChatTool = <Schema extends z.ZodType, Output extends JSONValue>({
  run,
  describe,
  ...tool
}: ChatTool<z.output<Schema>, Output, Schema>): ChatTool => ({
  ...tool,
  run: (ctx, given, call) => run(ctx, tool.input.parse(given), call),
  describe: describe && ((t, output, given) => describe(t, output as Output, tool.input.parse(given))),
})

/** Tools by name. Every call of a writing tool waits for the user's approval. */
export type ChatTools = {
  reading?: Readonly<Record<string, ChatTool>>
  writing?: Readonly<Record<string, ChatTool>>
}

/** A feature's rows of the demo. */
export type Demo = {
  /** Seeded in this order; default 0. Content is 0; organizations come before it, conversations after it. */
  order?: number
  /** Runs in the transaction that has created the demo's users. */
  seed(demo: DemoSeed): Promise<void>
  /** Conversations about the feature's rows, for a chat to seed. */
  conversations?: readonly DemoConversation[]
}

/** A conversation of the demo: questions that passages answer, or calls of a tool. */
export type DemoConversation = {
  by: string
  hoursAgo: number
  /** Defaults to the first message. */
  title?: string
  turns: readonly ({ text: string } & (
    | { passages: number }
    | { tool: string; input: Record<string, unknown> }
  ))[]
}

/** What a feature needs to seed its part of the demo. */
export type DemoSeed = {
  tx: Transaction
  storage: Storage
  installed: Installed
  /** The id of a demo user. Throws for an unknown address. */
  userId(email: string): string
  /** The ids of the demo's organizations by slug; empty until a feature has seeded them. */
  organizationIds: Map<string, string>
  conversations: readonly DemoConversation[]
  /** The time that many hours before now. */
  hoursAgo(hours: number): Date
  /** The columns of a row that a user created, in the demo's organization if there is one. */
  createdBy(
    email: string,
    place?: 'organization' | 'personal',
  ): { organizationId: string | null; ownerId: string | null; createdById: string }
  /** The context in which a user of the demo's organization calls verbs. */
  contextOf(email: string): VerbContext
  /**
   * The id of one of the rows of a feature that this user may refer to; null if there is none. For `file` and
   * `image`, that of an uploaded example.
   */
  referred(email: string, of: string, at: number): Promise<string | null>
  /** Writes an entry of the audit log. */
  audit(entry: {
    action: string
    by: string
    hoursAgo: number
    target?: { type: string; id?: string }
    organizationId?: string | null
    details?: Record<string, string | number>
  }): Promise<void>
}
