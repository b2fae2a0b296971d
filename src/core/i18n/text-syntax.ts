/**
 * How i18next reads a text, on the server and in the browser; a test holds `readText` against it. React
 * escapes what it shows, so nothing is escaped here; a parameter that is not given leaves no trace.
 */
export const textSyntax = { interpolation: { escapeValue: false }, missingInterpolationHandler: () => '' }
