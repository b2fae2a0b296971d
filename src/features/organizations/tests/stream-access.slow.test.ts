// packages/core/test/http/stream-access.slow.test.ts has the other ways to lose access.
import { beforeAll, test } from 'vitest'
import { acted, expectCut, openStage, type Stage, type Way } from '@plinth/testing/http/stream-access.ts'
import { mutate } from '@plinth/testing/http/trpc-client.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})

const ways: readonly Way[] = [
  [
    'removed from the organization',
    ['workspace'],
    ({ owner, victim, atTwin }) =>
      acted(mutate(atTwin(owner.client), 'organizations.removeMember', { userId: victim.id })),
  ],
  [
    'leave the organization',
    ['workspace'],
    ({ second, atTwin }) => acted(mutate(atTwin(second), 'organizations.leave', {})),
  ],
  [
    'the organization deleted',
    ['workspace'],
    ({ owner, organizationId, atTwin }) =>
      acted(mutate(atTwin(owner.client), 'organizations.delete', { id: organizationId })),
  ],
]

test.each(ways)('streams of a user who loses access are cut off within seconds: %s', (...way) =>
  expectCut(stage, way),
)
