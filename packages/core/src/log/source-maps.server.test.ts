import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createSourceMaps } from './source-maps.server.ts'

const maps = await mkdtemp(path.join(tmpdir(), 'maps-'))
mkdirSync(path.join(maps, 'assets'))
// The script begins with what a bundler has added; its column 11 is line 1, column 1 of the source.
const map = {
  version: 3,
  names: [],
  sources: ['../../../src/features/notes/note.tsx?split'],
  mappings: 'A,UAAA',
}
writeFileSync(path.join(maps, 'assets/note-12345678.js.map'), JSON.stringify(map))

test('places of scripts that have a map are places in the sources; others stay', () => {
  const inSources = createSourceMaps({ scripts: 'dist/server/', maps })
  expect(
    inSources([
      'at show (file:///app/dist/server/assets/note-12345678.js:1:15)',
      'at /app/dist/server/assets/note-12345678.js:1:15',
      'at added (file:///app/dist/server/assets/note-12345678.js:1:5)',
      'at other (file:///app/dist/server/assets/gone-12345678.js:1:5)',
      'at node:internal/process:1:5',
      'at out (file:///app/dist/server/../../secret.js:1:5)',
    ]),
  ).toEqual([
    'at show (src/features/notes/note.tsx:1:1)',
    'at src/features/notes/note.tsx:1:1',
    'at added (file:///app/dist/server/assets/note-12345678.js:1:5)',
    'at other (file:///app/dist/server/assets/gone-12345678.js:1:5)',
    'at node:internal/process:1:5',
    'at out (file:///app/dist/server/../../secret.js:1:5)',
  ])
})
