import { lazyRouteComponent } from '@tanstack/react-router'

/** Loaded with the first answer, or preloaded by the route of an existing thread. */
export const AnswerText = lazyRouteComponent(async () => {
  const { AnswerText: Loaded } = await import('./answer-text.tsx')
  return { default: Loaded }
})
