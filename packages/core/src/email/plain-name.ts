const NAME_MAX_LENGTH = 60

/**
 * Returns a name on one line for use in a mail; undefined if it isn't a plain name, such as one with a link
 * or a domain. Users choose their own and their organization's name and can trigger mails to strangers, which
 * must not carry their message.
 */
export function plainName(name: string | undefined): string | undefined {
  const line = (name ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const isPlain = line !== '' && line.length <= NAME_MAX_LENGTH && !/[/\\@:<>]|www\.|\.\p{L}{2,}/iu.test(line)
  return isPlain ? line : undefined
}
