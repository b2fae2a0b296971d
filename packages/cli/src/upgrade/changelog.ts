const heading = /^## (\d+\.\d+\.\d+)\b.*$/m

/** Whether a release comes after another: both are three numbers. */
export const isNewer = (version: string, than: string): boolean =>
  version.localeCompare(than, 'en', { numeric: true }) > 0

/** Returns the sections of the releases after this one, newest first. */
export function changesBetween(changelog: string, after: string): string {
  return sections(changelog)
    .filter(({ version }) => isNewer(version, after))
    .map(({ text }) => text)
    .join('\n\n')
}

function sections(changelog: string): { version: string; text: string }[] {
  return changelog.split(/^(?=## )/m).flatMap((text) => {
    const version = heading.exec(text)?.[1]
    return version === undefined ? [] : [{ version, text: text.trim() }]
  })
}
