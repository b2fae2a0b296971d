/** First and last name as one. */
export const joinName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/** A name that was given as one field: the first word is the first name, the rest the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

/** How to address a user, whose parts of the name may be unknown. */
export const firstNameOf = ({ firstName, name }: { firstName?: unknown; name: string }): string =>
  typeof firstName === 'string' && firstName !== '' ? firstName : splitName(name).firstName
