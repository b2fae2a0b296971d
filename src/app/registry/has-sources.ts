/** Whether a feature brings sources for the chat, which are loaded with their page. */
export const hasSources = Object.keys(import.meta.glob('../../features/*/*.sources.{ts,tsx}')).length > 0
