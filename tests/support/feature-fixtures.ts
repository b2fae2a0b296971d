import type { SQL } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import type { CookieKey } from '#/core/auth/cookies.server.ts'
import type { Db } from '#/core/db/database.server.ts'
import type { HttpClient } from './http-client.ts'
import type { AppUnderTest } from './http/open-app.ts'

/** What a feature brings to tests that span features: `fixtures` of its NAME.fixtures.ts, found by pattern. */
export type FeatureFixtures = {
  /** Writes a row of each of its kinds for that user in their active workspace. Returns their ids. */
  rows?(db: Db, actor: SignedInActor): Promise<readonly string[]>
  /** Writes as many rows into the workspace of an owner as its limits allow. */
  fill?(db: Db, owner: SignedInActor): Promise<Filled>
  /** An example of each of its emails. */
  mails?(given: MailGiven): readonly { template: string; params: object }[]
  /** Settings of the application that `credentials`, `streams` and `requests` need. */
  settings?(): Promise<Record<string, string>>
  /** Gives a user one of each of its ways to get in. */
  credentials?(holder: CredentialHolder): Promise<readonly Credential[]>
  /** A live update: the subscription, and a mutation that it announces. */
  live?: { subscription: string; mutation: string; input: object }
  /** Opens every long response that depends on the workspace of that user. */
  streams?(client: HttpClient, app: AppUnderTest): Promise<readonly OpenStream[]>
  /** Requests that must be whole or not at all, whatever breaks in their middle. */
  requests?(scene: RequestScene): Readonly<Record<string, () => Promise<Sent>>>
  /** The Cookie header of a browser in which that user has given the first factor only. */
  pendingSecondFactor?(db: Db, user: { userId: string; key: CookieKey }): Promise<string>
  /** The page that such a browser is sent to. */
  secondFactorPage?: string
}

export type Filled = {
  /** The id of a row, by the router that takes it. */
  ids: Readonly<Record<string, string>>
  /** Whether these rows are still there. */
  isThere: SQL<boolean>
}

export type MailGiven = { firstName: string; at: Date; ip: string; url: string }

export type CredentialHolder = {
  app: AppUnderTest
  id: string
  email: string
  /** A browser in which the user is signed in. */
  client: HttpClient
  isVerified: boolean
}

/** Something that could let somebody in, and whether it still works. */
export type Credential = {
  name: string
  works(): Promise<boolean>
  /** Whether a verified user keeps it when a password is set by mail. */
  staysAfterReset?: true
}

export type OpenStream = { name: string; isOpen(): boolean }

export type RequestScene = {
  app: AppUnderTest
  /** A new user with a password, and the Cookie header of a browser where they are signed in. */
  signedIn(): Promise<{ id: string; email: string; cookie: string }>
  send(sent: Sent): Promise<Response>
}
export type Sent = { path: string; body?: unknown; cookie?: string; accept?: string }

export const featureFixtures: readonly FeatureFixtures[] = Object.values(
  import.meta.glob<FeatureFixtures>('../../src/features/*/*.fixtures.ts', {
    eager: true,
    import: 'fixtures',
  }),
)

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
