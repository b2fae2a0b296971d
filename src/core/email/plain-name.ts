const NAME_MAX_LENGTH = 60

/**
 * A name as a mail of ours may carry it, on one line; undefined for what is no plain name, such as one with a
 * link or a domain in it. Anyone can sign up under any "name", give an organization any, and have us write to
 * strangers: our mail must not carry their message.
 */
export function plainName(name: string | undefined): string | undefined {
  const line = (name ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const isPlain = line !== '' && line.length <= NAME_MAX_LENGTH && !/[/\\@:<>]|www\.|\.\p{L}{2,}/iu.test(line)
  return isPlain ? line : undefined
}
