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

/** Returns what is written under "Unreleased"; empty if nothing is. */
export function unreleased(changelog: string): string {
  return (/^## Unreleased\n([^]*?)(?=^## |(?![^]))/m.exec(changelog)?.[1] ?? '').trim()
}

/** Moves what is written under "Unreleased" to a section of its own. */
export function withRelease(changelog: string, { version, date }: { version: string; date: string }): string {
  return changelog.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version}, ${date}\n`)
}

function sections(changelog: string): { version: string; text: string }[] {
  return changelog.split(/^(?=## )/m).flatMap((text) => {
    const version = heading.exec(text)?.[1]
    return version === undefined ? [] : [{ version, text: text.trim() }]
  })
}
