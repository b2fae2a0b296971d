import { lazyRouteComponent } from '@tanstack/react-router'

/** With Markdown: 45 KB, loaded with the first answer, or preloaded by the route of an existing thread. */
export const AnswerText = lazyRouteComponent(async () => {
  const { AnswerText: Loaded } = await import('./answer-text.tsx')
  return { default: Loaded }
})
