import { expect, test } from 'vitest'
import { signUpFields } from './sign-up.schema.ts'

const fields = { firstName: 'A', lastName: 'B', email: 'a@example.org', password: 'fünf blaue Ziegel' }

test.each([
  ['', 'errors:required'],
  ['vier blaue Ziegel', 'errors:passwordMismatch'],
])('a confirmation of %j says %s', (passwordConfirmation, message) => {
  const { error } = signUpFields.safeParse({ ...fields, passwordConfirmation })
  // The first is shown.
  expect(error?.issues[0]).toMatchObject({ path: ['passwordConfirmation'], message })
})
