import { expect, test } from 'vitest'
import { findCommands } from './find-commands.ts'

const commands = [
  { words: 'Español Language Spanish' },
  { words: 'Dark Theme' },
  { words: 'Create an account Page' },
]

test('every typed word must occur, in any order, case and accent', () => {
  expect(findCommands(commands, 'ESPANOL')).toEqual([commands[0]])
  expect(findCommands(commands, ' theme  da')).toEqual([commands[1]])
  expect(findCommands(commands, 'theme account')).toEqual([])
})

test('nothing typed finds everything in its order', () => {
  expect(findCommands(commands, '  ')).toEqual(commands)
})
