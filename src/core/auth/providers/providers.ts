import type { TranslationKey } from '#/core/i18n/keys.ts'

/** Who else than we may say who somebody is. */
export const providerNames = ['google', 'github'] as const
export type ProviderName = (typeof providerNames)[number]
/** As each provider writes itself. */
export const providerLabels: Readonly<Record<ProviderName, string>> = { google: 'Google', github: 'GitHub' }

/**
 * on: set up. setup: local mode without its settings, shown with a page that says what to set. off: not
 * there.
 */
export type ProviderState = 'on' | 'setup' | 'off'
export type ProviderStates = Readonly<Record<ProviderName, ProviderState>>

export const noProviders: ProviderStates = { google: 'off', github: 'off' }

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
  otherAddress: 'providers:failure.otherAddress',
  linkedElsewhere: 'providers:failure.linkedElsewhere',
  banned: 'providers:failure.banned',
  tooMany: 'providers:failure.tooMany',
  failed: 'providers:failure.failed',
} as const satisfies Record<string, TranslationKey>

/**
 * Why somebody comes back from a provider without being signed in or linked: the `error` of the address they
 * come back to.
 */
export type ProviderFailureCode = keyof typeof failures

/** The text for the `error` of an address; undefined for what is none of ours. */
export function failureText(error: unknown): TranslationKey | undefined {
  return typeof error === 'string' && Object.hasOwn(failures, error)
    ? failures[error as ProviderFailureCode]
    : undefined
}
