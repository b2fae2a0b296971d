import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadPackages, missingPackages, type OptionalPackage } from './optional-packages.server.ts'
import { StartError } from './start-error.ts'

const { devDependencies, peerDependenciesMeta } = JSON.parse(
  readFileSync('packages/core/package.json', 'utf8'),
) as { devDependencies: Record<string, string>; peerDependenciesMeta: Record<string, object> }

// A name that no package has, where one of a setting would be.
const absent = '@plinth/absent' as OptionalPackage

test('a package that is installed is loaded', async () => {
  const [redis, s3] = await loadPackages('REDIS_URL', '@redis/client', '@aws-sdk/client-s3')
  expect(redis).toHaveProperty('createClient')
  expect(s3).toHaveProperty('S3Client')
  expect(missingPackages('STORAGE_URL', ['@aws-sdk/client-s3', '@aws-sdk/lib-storage'])).toBeUndefined()
})

test('one that is not installed is named with its setting and the command, without those that are', async () => {
  const says = /^REDIS_URL needs what is not installed\. Run: npm install --save-prod @plinth\/absent@\S+$/
  expect(missingPackages('REDIS_URL', ['@redis/client', absent])).toMatch(says)
  const failure = await loadPackages('REDIS_URL', '@redis/client', absent).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartError)
  expect((failure as StartError).message).toMatch(says)
})

test('npm installs none of them by itself', () => {
  expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(Object.keys(peerDependenciesMeta)))
  for (const meta of Object.values(peerDependenciesMeta)) expect(meta).toEqual({ optional: true })
})
