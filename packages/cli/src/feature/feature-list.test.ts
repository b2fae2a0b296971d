import { expect, test } from 'vitest'
import { serverFeatures } from '@plinth/core/feature/server'
import { chooseFeatures, readFeatureList, type Listed } from './feature-list.mjs'
import { makersOnly } from './leave-workshop.ts'
import { featureNames } from './rooms.ts'
import { readBase } from './starter-base.ts'

const { removed = [] } = readBase('.')

test('the list has every feature of the starter, with what it needs and whether it can be left out', () => {
  const list = readFeatureList('.')
  const present = list.filter(({ name }) => !removed.includes(name))
  const there = featureNames('.').filter((name) => !makersOnly.includes(`src/features/${name}`))
  expect(present.map(({ name }) => name).toSorted()).toEqual(there)
  for (const { name, needs = [], required } of serverFeatures())
    expect(list).toContainEqual(
      expect.objectContaining({
        name,
        ...(needs.length > 0 && { needs }),
        ...(required !== undefined && { comes: 'always' }),
      }),
    )
  const always = list.filter(({ comes }) => comes === 'always').map(({ name }) => name)
  const required = serverFeatures().flatMap((feature) => (feature.required ? [feature.name] : []))
  expect(always.toSorted()).toEqual(required.toSorted())
})

const feature = (name: string, comes: Listed['comes'], needs: string[] = []): Listed => ({
  ...{ name, comes, needs },
  ...{ group: 'Any', about: 'Something.' },
})
const list = [
  feature('door', 'always'),
  feature('window', 'by default'),
  feature('house', 'by default', ['window']),
  feature('garden', 'on request', ['house']),
]

test.each([
  [{}, 'door window house'],
  [{ all: true }, 'door window house garden'],
  [{ minimal: true }, 'door'],
  [{ minimal: true, with: ['house'] }, 'door window house'],
  [{ with: ['garden'] }, 'door window house garden'],
  [{ all: true, without: ['window'] }, 'door'],
  [{ without: ['house'] }, 'door window'],
])('%o chooses %s', (asked, chosen) => {
  expect(chooseFeatures(list, asked).join(' ')).toBe(chosen)
})

test.each([
  [{ with: ['roof'] }, 'There is no feature roof. There are: door, window, house, garden.'],
  [{ without: ['door'] }, "door can't be left out."],
  [{ all: true, minimal: true }, '--all and --minimal: choose one.'],
  [{ with: ['house'], without: ['house'] }, 'house is in --with and in --without.'],
  [{ with: ['garden'], without: ['window'] }, 'garden needs window, which --without leaves out.'],
])('%o is refused', (asked, message) => {
  expect(() => chooseFeatures(list, asked)).toThrow(message)
})
