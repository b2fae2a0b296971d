import { NAME_MAX_LENGTH, email as emailShape, userName } from '@plinth/core/auth'
import { cutAt, splitName } from '@plinth/core/format'
import { readableLine } from '@plinth/core/schema'
import { ProviderFailure } from './provider-client.server.ts'

type Told = { email: string | undefined; given?: string; family?: string; full?: string }

/** Returns an address our own schema accepts, or throws ProviderFailure emailUnverified. */
export function addressOf(told: string | undefined): string {
  const parsed = emailShape.safeParse(told)
  if (!parsed.success) throw new ProviderFailure('emailUnverified', 'the provider told no usable address')
  return parsed.data
}

/** Returns names as our fields accept them: one line, storable, not too long, first name never empty. */
export function namesOf({ email, given, family, full }: Told): { firstName: string; lastName: string } {
  const names = splitName(oneLine(full))
  const firstName = cut(oneLine(given) || names.firstName) || cut(email?.split('@')[0] ?? '')
  const lastName = cut(oneLine(family) || (given ? '' : names.lastName))
  return { firstName: userName.safeParse(firstName).data ?? 'Member', lastName }
}

const oneLine = (text = '') =>
  readableLine(text)
    .replaceAll(/[\s\ufffd]+/g, ' ')
    .trim()
const cut = (text: string) => cutAt(text, NAME_MAX_LENGTH).trim()
