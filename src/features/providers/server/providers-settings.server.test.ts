import { describe, expect, test } from 'vitest'
import { EnvError } from '@plinth/core/internal/env/env.server.ts'
import { providersSettings } from './providers-settings.server.ts'

const faultOf = (given: Record<string, string>): string => {
  try {
    providersSettings.parse(given)
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError)
    return (error as Error).message
  }
  return ''
}

describe('the settings of providers', () => {
  test.each(['GOOGLE', 'GITHUB'])('one half of the %s pair is an error that names the other', (name) => {
    const [id, key] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`]
    expect(faultOf({ [id]: 'given' })).toBe(`${key} is required together with ${id}; set both or neither.`)
    expect(faultOf({ [key]: 'given' })).toBe(`${id} is required together with ${key}; set both or neither.`)
    expect(faultOf({ [id]: 'given', [key]: 'given' })).toBe('')
  })

  test.each(providersSettings.names)('a wrong value of %s is an error that names it', (name) => {
    for (const value of ['two words', 'línea', 'x'.repeat(501)])
      expect(faultOf({ [name]: value })).toMatch(new RegExp(`^${name} [a-z].+\\.$`))
  })
})
