import type { BrowserContext } from '@playwright/test'

/**
 * Returns the names of HttpOnly cookies whose value appears in a page or its storage. Runs on the open pages
 * at the end of every journey.
 */
export async function keptSecrets(context: BrowserContext): Promise<string[]> {
  const secrets = (await context.cookies()).filter(({ httpOnly, value }) => httpOnly && value.length > 20)
  const texts = await Promise.all(
    context.pages().map((page) =>
      page
        .evaluate(() =>
          [
            location.href,
            document.documentElement.outerHTML,
            JSON.stringify(localStorage),
            JSON.stringify(sessionStorage),
          ].join('\n'),
        )
        // During a navigation, or without storage.
        .catch(() => ''),
    ),
  )
  // The value as sent, and the token inside without its signature; short values such as `true` are not
  // secrets.
  const forms = (value: string) =>
    [value, decodeURIComponent(value), decodeURIComponent(value).split('.')[0] ?? ''].filter(
      (form) => form.length > 20,
    )
  return secrets
    .filter(({ value }) => texts.some((text) => forms(value).some((form) => text.includes(form))))
    .map(({ name }) => name)
}
