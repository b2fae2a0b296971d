import type { SQL } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import type { CookieKey } from '@plinth/core/auth/server'
import type { Db } from '@plinth/core/database/server'
import type { MailMessage } from '@plinth/core/internal/email/compose-mail.server.ts'
import type { HttpClient } from './http-client.ts'
import type { AppUnderTest } from './http/open-app.ts'

/** What a feature brings to tests that span features: `fixtures` of its NAME.fixtures.ts. */
export type FeatureFixtures = {
  /** Writes a row of each of its kinds for that user in their active workspace. Returns their ids. */
  rows?(db: Db, actor: SignedInActor): Promise<readonly string[]>
  /** Writes as many rows into the workspace of an owner as its limits allow. */
  fill?(db: Db, owner: SignedInActor): Promise<Filled>
  /** Gives an organization everything that can be paid for. */
  payForAll?(db: Db, organizationId: string): Promise<void>
  /** An example of each of its emails. */
  mails?(given: MailGiven): readonly ExampleMail[]
  /** Settings of the application that `credentials`, `streams` and `requests` need. */
  settings?(): Promise<Record<string, string>>
  /** Valid input of the calls that create its credentials (packages/core/src/auth/user-columns.server.ts). */
  creations?: Readonly<Record<string, object>>
  /** Gives a user one of each of its ways to get in. */
  credentials?(holder: CredentialHolder): Promise<readonly Credential[]>
  /** Signs a new user with that address in, in the way it adds. */
  signIn?(client: HttpClient, who: { email: string; rememberMe?: boolean }): Promise<void>
  /** Gives a user two of its ways to sign in. Returns how each is removed, and whether it is there. */
  signInMethods?(db: Db, userId: string): Promise<readonly SignInMethod[]>
  /** A live update: the subscription, and a mutation that it announces. */
  live?: { subscription: string; mutation: string; input: object }
  /** The largest bodies of its routes that are no procedures; `text` makes a text of a length. */
  largeBodies?(text: (length: number) => string): readonly { path: string; what: string; body: object }[]
  /** What its tools do in a chat. */
  chatTools?: { reading: ReadingTool; writing: WritingTool }
  /** Gives that user a source for answers of a chat; resolves when `query` finds it. */
  addSource?(client: HttpClient, app: AppUnderTest, source: Source): Promise<void>
  /** Opens its long responses in the workspace of that user; subscriptions are found without it. */
  streams?(client: HttpClient, app: AppUnderTest): Promise<readonly OpenStream[]>
  /** Requests of a user, for tests in which the database or the account goes away meanwhile. */
  requests?(scene: RequestScene): Requests
  /** More of them, which do much at once and so are raced only with the end of the account. */
  longRequests?(scene: RequestScene): Requests
  /** The Cookie header of a browser in which that user has given the first factor only. */
  pendingSecondFactor?(db: Db, user: { userId: string; key: CookieKey }): Promise<string>
  /** Switches the second factor on for the user of that browser, who has verified their address. */
  enableSecondFactor?(client: HttpClient): Promise<void>
  /** Ways to a session, by the endpoint of Better Auth. Each returns the browser that tried. */
  waysToASession?: Readonly<Record<string, WayToASession>>
  /** The page that such a browser is sent to. */
  secondFactorPage?: string
  /** Actions of all users that change nothing of their account, and so are open during impersonation. */
  changesNoAccount?: readonly string[]
}

export type Filled = {
  /** The id of a row, by the router that takes it. */
  ids: Readonly<Record<string, string>>
  /** Pages that show them and have no path of their own. */
  pages?: readonly string[]
  /** Whether these rows are still there. */
  isThere: SQL<boolean>
}

type WithoutLanguage<Message> = Message extends unknown ? Omit<Message, 'language'> : never
export type ExampleMail = WithoutLanguage<MailMessage>
export type ReadingTool = {
  name: string
  input: object
  /** What a user types to call it. */
  command: string
  /** What makes it read that text, if users write what it reads. */
  plant?(text: string): { procedure: string; input: object }
}
export type WritingTool = { name: string; input(text: string): object; command(text: string): string }
export type Source = { name: string; text: string; query: string }

export type SignInMethod = { remove: { procedure: string; input: object }; isThere(): Promise<boolean> }

export type MailGiven = {
  /** What every email says of its cause. */
  cause: { firstName: string; at: Date; ip: string }
  /** A link into the application. */
  url: string
}

export type CredentialHolder = {
  app: AppUnderTest
  id: string
  email: string
  /** A browser in which the user is signed in. */
  client: HttpClient
  isVerified: boolean
  /** Whether they have the mailbox: a provider that knows the address is theirs only then. */
  hasMailbox: boolean
}

/** Something that could let somebody in, and whether it still works. */
export type Credential = {
  name: string
  works(): Promise<boolean>
  /** Whether a verified user keeps it when a password is set by mail. */
  staysAfterReset?: true
  /** Whether a password alone then signs nobody in. */
  isSecondFactor?: true
}

/** Tries as a visitor, as that user, who is signed in in a browser of their own. */
export type WayToASession = (
  visitor: HttpClient,
  user: { app: AppUnderTest; client: HttpClient },
) => Promise<HttpClient>

/** A response, or what runs on the server because of it. */
export type OpenStream = { name: string; isOpen(): boolean }

export type RequestScene = {
  app: AppUnderTest
  /** A user with a password, and a browser in which they are signed in. */
  signedIn(): Promise<{ id: string; email: string; cookie: string }>
  send(sent: Sent): Promise<Response>
}
/** A request; with a body it is a POST. */
export type Sent = { path: string; body?: unknown; cookie?: string; accept?: string }
export type Requests = Readonly<Record<string, () => Promise<Sent>>>

export const featureFixtures: readonly FeatureFixtures[] = Object.values(
  import.meta.glob<FeatureFixtures>('/src/features/*/*.fixtures.ts', {
    eager: true,
    import: 'fixtures',
  }),
)

export const pendingSecondFactor = featureFixtures.find(
  (feature) => feature.pendingSecondFactor,
)?.pendingSecondFactor
export const enableSecondFactor = featureFixtures.find(
  (feature) => feature.enableSecondFactor,
)?.enableSecondFactor
export const secondFactorPage = featureFixtures.find((feature) => feature.secondFactorPage)?.secondFactorPage

export const addSource = featureFixtures.find((feature) => feature.addSource)?.addSource

/** Gives an organization everything that can be paid for; undefined where nothing is sold. */
export const payForAll = featureFixtures.find((feature) => feature.payForAll)?.payForAll

/** Writes a row of each kind of every feature for that user. Returns their ids. */
export async function createRows(db: Db, actor: SignedInActor): Promise<string[]> {
  const ids: string[] = []
  for (const { rows } of featureFixtures) ids.push(...((await rows?.(db, actor)) ?? []))
  return ids
}

/** The settings that the fixtures of all features need. */
export async function fixtureSettings(): Promise<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (const { settings: own } of featureFixtures) Object.assign(settings, await own?.())
  return settings
}
