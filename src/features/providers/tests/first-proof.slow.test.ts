import { beforeAll, describe, test } from 'vitest'
import { openFirstProof, walksOfOtherProofs, type FirstProof } from '@plinth/testing/http/first-proof.ts'
import { walkToProvider } from './walk-to-provider.ts'

let stage: FirstProof
beforeAll(async () => {
  stage = await openFirstProof()
})

describe("every order with the code and the password's link, and then a provider", () => {
  test.each(walksOfOtherProofs.map((way) => [[...way, 'provider'].join(', '), way] as const))(
    '%s',
    (_, way) => walkToProvider(stage, way),
  )
})
