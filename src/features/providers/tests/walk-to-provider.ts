import { expect } from 'vitest'
import { secondFactorPage } from '@plinth/testing/feature-fixtures.ts'
import { walk, type FirstProof, type Step } from '@plinth/testing/http/first-proof.ts'
import { providerWith } from '../providers.fixtures.ts'
import { goThrough } from './provider-client.ts'

/** A walk, and then its owner signs in with a provider that has verified the address. */
export async function walkToProvider(stage: FirstProof, way: readonly Step[]): Promise<void> {
  await walk(stage, way, async ({ email, isVerified, keepsSecondFactor }) => {
    const provider = await providerWith(email)
    const page = await goThrough(stage.browser(), provider, { provider: 'google' })
    const expected = isVerified
      ? keepsSecondFactor
        ? `${secondFactorPage}?redirect=%2Fdashboard`
        : '/dashboard'
      : '/login?error=notLinked'
    expect(page).toBe(expected)
    // The sign-in with the provider uses the same device again.
    return isVerified ? ['known_device'] : 'refused'
  })
}
