import { requestAuth } from '#/core/auth/auth-request.ts'
import { organizationSlug } from '#/core/auth/membership/membership.schema.ts'

type SlugCheck = {
  /** The slug the organization has already. */
  own: string | undefined
  signal: AbortSignal
}

/** What is wrong with a slug, as a translation key; undefined when it is free, or when the server can't be asked: it asks itself on saving. */
export async function checkSlug(slug: string, { own, signal }: SlugCheck): Promise<string | undefined> {
  if (slug === '' || slug === own) return undefined
  const shape = organizationSlug.safeParse(slug)
  if (!shape.success) return shape.error.issues[0]?.message
  try {
    const { refused } = await requestAuth('/organization/check-slug', { body: { slug }, signal })
    return refused?.field === 'slug' ? refused.code : undefined
  } catch {
    return undefined
  }
}
