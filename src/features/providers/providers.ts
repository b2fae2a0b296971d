import type { TranslationKey } from '@plinth/core/texts'

/** The supported OAuth providers. */
export const providerNames = ['google', 'github'] as const
export type ProviderName = (typeof providerNames)[number]
/** Names as the providers spell them. */
export const providerLabels: Readonly<Record<ProviderName, string>> = { google: 'Google', github: 'GitHub' }

/** on: set up. setup: not set up in local mode, shown with a page that says what to set. off: hidden. */
export type ProviderState = 'on' | 'setup' | 'off'
export type ProviderStates = Readonly<Record<ProviderName, ProviderState>>

declare module '@plinth/core/feature' {
  interface PageSettings {
    providers: ProviderStates
  }
}

export const shownProviders = (states: ProviderStates) =>
  providerNames.filter((name) => states[name] !== 'off')
export const isAnyShown = (states: ProviderStates): boolean => shownProviders(states).length > 0

/** The two settings that turn a provider on. */
export const providerSettings = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  github: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
} as const satisfies Record<ProviderName, readonly [string, string]>

const failures = {
  cancelled: 'providers:failure.cancelled',
  expired: 'providers:failure.expired',
  unavailable: 'providers:failure.unavailable',
  rejected: 'providers:failure.rejected',
  emailUnverified: 'providers:failure.emailUnverified',
  notLinked: 'providers:failure.notLinked',
  linkedElsewhere: 'providers:failure.linkedElsewhere',
  banned: 'providers:failure.banned',
  tooMany: 'providers:failure.tooMany',
  failed: 'providers:failure.failed',
} as const satisfies Record<string, TranslationKey>

/** Why an OAuth callback did not sign in or link the user: the `error` parameter of the redirect. */
export type ProviderFailureCode = keyof typeof failures

/** Returns the translation key for the `error` of a URL; undefined for unknown codes. */
export function failureText(error: unknown): TranslationKey | undefined {
  return typeof error === 'string' && Object.hasOwn(failures, error)
    ? failures[error as ProviderFailureCode]
    : undefined
}
