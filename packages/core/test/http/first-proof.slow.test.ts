import { beforeAll, describe, test } from 'vitest'
import {
  openFirstProof,
  walkAndClaim,
  walksOfOtherProofs,
  type FirstProof,
} from '@plinth/testing/http/first-proof.ts'

let stage: FirstProof
beforeAll(async () => {
  stage = await openFirstProof()
})

describe("every order with the code and the password's link, then a scan, 'It wasn't me' and a reset", () => {
  test.each(walksOfOtherProofs.map((way) => [[...way, 'claim'].join(', '), way] as const))('%s', (_, way) =>
    walkAndClaim(stage, way),
  )
})
