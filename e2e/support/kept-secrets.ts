import type { BrowserContext } from '@playwright/test'

/**
 * Which cookies that scripts may not read stand in a page or its storage all the same. Asked of what is open
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
        // Between two pages, or without storage.
        .catch(() => ''),
    ),
  )
  // The value as it was sent, and the token inside without its signature; a mere `true` is none.
  const forms = (value: string) =>
    [value, decodeURIComponent(value), decodeURIComponent(value).split('.')[0] ?? ''].filter(
      (form) => form.length > 20,
    )
  return secrets
    .filter(({ value }) => texts.some((text) => forms(value).some((form) => text.includes(form))))
    .map(({ name }) => name)
}
